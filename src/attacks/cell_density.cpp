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

/// Density at the edges, from the cells around them. Inside: the cubic through four cumulative counts, (7 (b + c) - (a + d)) /
/// 12; next to an end of the data the parabola through three, (2 a + 5 b - c) / 6, and at the end itself (11 a - 7 b + 2 c)
/// / 6. Never below 0, nor above three times a neighbour's: then the cubic through the cumulative counts is monotone (Fritsch
/// and Carlson 1980) and no density is negative.
void CellDensity::join() {
  const std::size_t n = counts_.size();
  if (n < 3) return;  // too few to have a shape: flat
  const auto edge = [&](std::size_t i) {
    if (i == 0) return (11 * counts_[0] - 7 * counts_[1] + 2 * counts_[2]) / 6;
    if (i == 1) return (2 * counts_[0] + 5 * counts_[1] - counts_[2]) / 6;
    if (i == n - 1) return (2 * counts_[n - 1] + 5 * counts_[n - 2] - counts_[n - 3]) / 6;
    if (i == n) return (11 * counts_[n - 1] - 7 * counts_[n - 2] + 2 * counts_[n - 3]) / 6;
    return (7 * (counts_[i - 1] + counts_[i]) - counts_[i - 2] - counts_[i + 1]) / 12;
  };
  edges_.resize(n + 1);
  for (std::size_t i = 0; i <= n; ++i)
    edges_[i] = std::clamp(edge(i), 0.0, 3 * std::min(counts_[i == 0 ? 0 : i - 1], counts_[i == n ? n - 1 : i]));
}

double CellDensity::cell_of(double value) const {
  return std::floor((value - origin_) / width_);
}

CellDensity::Shape CellDensity::shape(double cell) const {
  const double at = cell - first_;
  if (edges_.empty() || !(at >= 0 && at < static_cast<double>(counts_.size()))) return {1, 1};
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
