// SPDX-License-Identifier: Apache-2.0
// Minimisation of a smooth function of many variables: L-BFGS (Nocedal 1980), with steps halved until they descend.
#pragma once
#include <functional>

#include "base/matrix.h"

namespace guise::stats {

/// The value at a point; writes the gradient.
using Slope = std::function<double(const Vector& at, Vector& gradient)>;

/// At most `steps` steps from `start`. `look` sees the point after each step and ends the search by returning false.
Vector minimize(const Slope& function, Vector start, int steps, const std::function<bool(int step, const Vector& at)>& look);

}  // namespace guise::stats
