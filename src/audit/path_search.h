// SPDX-License-Identifier: Apache-2.0
// Where along a path of masks, from the weakest to the strongest, a condition begins to hold.
#pragma once
#include <cstddef>

namespace guise::audit {

/// The first place from `from` on at which `holds`, for a condition that holds from there on; `size` where it holds nowhere.
/// Tries `from` itself, then one step on, two, four …, and halves what lies between: few trials when the answer is near.
template <typename Condition>
std::size_t first_holding(std::size_t from, std::size_t size, const Condition& holds) {
  std::size_t low = from, step = 1;  // it holds nowhere before low
  std::size_t high = from;
  while (high < size && !holds(high)) {
    low = high + 1;
    if (low >= size) return size;
    high = high + step < size ? high + step : size - 1;
    step *= 2;
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

}  // namespace guise::audit
