// SPDX-License-Identifier: Apache-2.0
// How much of a function is not linear where the data lie.
#pragma once
#include "stats/activation.h"

namespace guise::stats {

/// Share of the variance of f(u + v) that no linear function of v explains, v normal with standard deviation `spread`, on
/// average over a fixed u, normal with standard deviation `offset`. 0 for the identity, small for any smooth f where the spread
/// is: a non-linear mask is then linear in disguise.
double nonlinear_share(Activation f, double offset, double spread);

/// Below this share known pairs undo a mask as if it were a projection.
constexpr double kLinearInDisguise = 0.01;

}  // namespace guise::stats
