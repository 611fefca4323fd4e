// SPDX-License-Identifier: Apache-2.0
#include "papers/plot.h"

#include <cmath>
#include <utility>

namespace guise::papers {

std::vector<double> list(const Vector& values) {
  return {values.begin(), values.end()};
}

std::vector<double> count_up(Index count, double first, double step) {
  std::vector<double> out;
  for (Index i = 0; i < count; ++i) out.push_back(first + step * static_cast<double>(i));
  return out;
}

Series run_of(std::string label, const Vector& values, Index first, Index count, Series::Style style) {
  return {std::move(label), count_up(count, static_cast<double>(first)), list(values.segment(first, count)), style};
}

Series histogram(std::string label, const Vector& values, double low, double high, int cells, Series::Style style) {
  const double width = (high - low) / cells, share = 1 / (static_cast<double>(values.size()) * width);
  Series out{std::move(label), count_up(cells, low + width / 2, width), std::vector<double>(static_cast<std::size_t>(cells)),
             style};
  for (const double value : values) {
    const double cell = std::floor((value - low) / width);
    if (cell >= 0 && cell < cells) out.y[static_cast<std::size_t>(cell)] += share;
  }
  return out;
}

}  // namespace guise::papers
