// SPDX-License-Identifier: Apache-2.0
// The kernel for any CPU: vectors of 128 bits.
#include "stats/activation_table.h"

namespace guise::stats::portable {
namespace {

constexpr int kLanes = 2;
#include "random/kernel_types.h"
#include "stats/activation_loops.h"

}  // namespace

const ActivationTable table = {each<hyperbolic_tangent>, each<logistic>};

}  // namespace guise::stats::portable
