// SPDX-License-Identifier: Apache-2.0
// The kernel for any CPU: vectors of 128 bits.
#include "stats/nearest_centre_table.h"

namespace guise::stats::portable {
namespace {

constexpr int kLanes = 2;
#include "random/kernel_types.h"
#include "stats/nearest_centre_loops.h"

}  // namespace

const NearestTable nearest_table = {nearest};

}  // namespace guise::stats::portable
