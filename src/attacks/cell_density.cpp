// SPDX-License-Identifier: Apache-2.0
#include "attacks/cell_density.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace guise::attacks {

CellDensity::CellDensity(std::vector<double> counts, double first, double width, double origin)
    : width_(width), origin_(origin), first_(first), counts_(std::move(counts)) {
  join();
}

CellDensity::CellDensity(const stats::Histogram& released, double width, double origin) : width_(width), origin_(origin) {
  if (released.width() > width || released.cells().empty()) return;  // more than one middle in a cell of the histogram
  // Number of the first middle origin + (i + 1/2) width at or above an edge; the slack is for middles on the edge itself.
  const auto middle_from = [&](std::size_t cell) { return std::ceil((released.edge(cell) - origin) / width - 0.5 - 1e-9); };
  first_ = middle_from(0);
  counts_.assign(static_cast<std::size_t>(middle_from(released.cells().size() - 1) - first_) + 1, 0.0);
  for (std::size_t i = 0; i < released.cells().size(); ++i)
    if (released.cells()[i] > 0)
      counts_[static_cast<std::size_t>(middle_from(i) - first_)] += static_cast<double>(released.cells()[i]);
  join();
}

/// Density at the edges. Inside: the cubic through four cumulative counts, (7 (b + c) - (a + d)) / 12; at the ends of the data
/// the parabola through three, (11 a - 7 b + 2 c) / 6. Never below 0, nor above three times a neighbour's: then the cubic
/// through the cumulative counts is monotone (Fritsch and Carlson 1980) and no density is negative.
void CellDensity::join() {
  const std::size_t n = counts_.size();
  const auto limited = [](double value, double most) { return std::clamp(value, 0.0, 3 * most); };
  const auto end = [&](double a, double b, double c) {
    if (n == 1) return a;
    return limited(n == 2 ? (3 * a - b) / 2 : (11 * a - 7 * b + 2 * c) / 6, a);
  };
  edges_.assign(n + 1, 0.0);
  if (n == 0) return;
  edges_[0] = end(counts_[0], counts_[std::min<std::size_t>(1, n - 1)], counts_[std::min<std::size_t>(2, n - 1)]);
  edges_[n] = end(counts_[n - 1], counts_[n < 2 ? 0 : n - 2], counts_[n < 3 ? 0 : n - 3]);
  for (std::size_t i = 1; i < n; ++i) {
    const double b = counts_[i - 1], c = counts_[i];
    const double far = (i >= 2 ? counts_[i - 2] : b) + (i + 1 < n ? counts_[i + 1] : c);
    edges_[i] = limited((7 * (b + c) - far) / 12, std::min(b, c));
  }
}

double CellDensity::cell_of(double value) const {
  return std::floor((value - origin_) / width_);
}

CellDensity::Shape CellDensity::shape(double cell) const {
  const double at = cell - first_;
  if (!(at >= 0 && at < static_cast<double>(counts_.size()))) return {1, 1};
  const auto i = static_cast<std::size_t>(at);
  return counts_[i] > 0 ? Shape{edges_[i] / counts_[i], edges_[i + 1] / counts_[i]} : Shape{1, 1};
}

/// Derivative of the cubic Hermite polynomial: integral 1 over the cell, `left` and `right` at its edges.
double CellDensity::density(double cell, double u) const {
  const auto [left, right] = shape(cell);
  return left * (1 - 4 * u + 3 * u * u) + right * (3 * u * u - 2 * u) + 6 * u * (1 - u);
}

CellMoments CellDensity::moments(double cell) const {
  const auto [left, right] = shape(cell);
  const double mean = 0.5 + (right - left) / 12, second = 0.3 - left / 15 + right / 10;
  return {low(cell) + width_ * mean, square(width_) * (second - mean * mean)};
}

}  // namespace guise::attacks
