// SPDX-License-Identifier: Apache-2.0
// Multiples of a width, for numbers of any size.
#pragma once
#include <cmath>

namespace guise::masks {

/// round_to(x / width) * width. From 2^52 widths on the numbers themselves are farther apart than that: they are left as they
/// are, also where x / width overflows.
template <typename Round>
double to_multiple(double x, double width, Round round_to) {
  const double cell = x / width;
  return std::abs(cell) < 0x1p52 ? round_to(cell) * width : x;
}

}  // namespace guise::masks
