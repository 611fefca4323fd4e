// SPDX-License-Identifier: Apache-2.0
// The kernel for x86-64 CPUs with AVX2.
#include "stats/activation_table.h"

#if defined(__x86_64__)
namespace guise::stats::avx2 {
namespace {

constexpr int kLanes = 4;
#include "random/kernel_types.h"
#include "stats/activation_loops.h"

}  // namespace

const ActivationTable table = {each<hyperbolic_tangent>, each<logistic>};

}  // namespace guise::stats::avx2
#endif
