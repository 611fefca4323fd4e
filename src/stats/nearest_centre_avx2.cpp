// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX2.
#include "stats/nearest_centre_table.h"

#if defined(__x86_64__)
namespace guise::stats::avx2 {
namespace {

constexpr int kLanes = 4;
#include "random/kernel_types.h"
#include "stats/nearest_centre_loops.h"

}  // namespace

const NearestTable nearest_table = {nearest};

}  // namespace guise::stats::avx2
#endif
