// SPDX-License-Identifier: Apache-2.0
#include "stats/spread_counts.h"

#include <algorithm>

namespace guise::stats {

Vector spread_counts(const Histogram& numbers, double low, double width, Index cells, double spread) {
  Vector out = Vector::Zero(cells);
  const auto place = [&](double x) { return std::clamp((x - low) / width, 0.0, static_cast<double>(cells)); };
  for (std::size_t i = 0; i < numbers.cells().size(); ++i) {
    if (numbers.cells()[i] == 0) continue;
    const double more = std::max(0.0, spread - numbers.width()) / 2;
    const double from = place(numbers.edge(i) - more), to = place(numbers.edge(i + 1) + more);
    const auto count = static_cast<double>(numbers.cells()[i]);
    const Index first = std::min(static_cast<Index>(from), cells - 1), last = std::min(static_cast<Index>(to), cells - 1);
    if (first == last || !(to > from)) {
      out[first] += count;
      continue;
    }
    for (Index cell = first; cell <= last; ++cell) {
      const auto left = static_cast<double>(cell);
      out[cell] += count * (std::min(to, left + 1) - std::max(from, left)) / (to - from);
    }
  }
  return out;
}

}  // namespace guise::stats
