// SPDX-License-Identifier: Apache-2.0
// Where a condition that holds for everything large begins to hold, for bounds that must be rounded up.
#pragma once
#include <cmath>
#include <limits>

namespace guise::theory {

/// The smallest double from 0 on for which it holds, by bisection down to neighbouring doubles, so that it does hold for what
/// is returned; infinite where it holds for none.
template <typename Condition>
double first_true(const Condition& holds) {
  double low = 0, high = 1;
  if (holds(low)) return low;
  while (!holds(high)) {
    low = high;
    high *= 2;
    if (!std::isfinite(high)) return std::numeric_limits<double>::infinity();
  }
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (holds(middle) ? high : low) = middle;
  }
}

}  // namespace guise::theory
