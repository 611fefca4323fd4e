// SPDX-License-Identifier: Apache-2.0
#include "stats/density_summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "stats/spread_counts.h"

namespace guise::stats {
namespace {

// Cells of a constant attribute: narrow, and still different numbers.
constexpr double kLeastRange = 1e-9;

double high(const Density& density) {
  return density.low + density.width * static_cast<double>(density.probability.size());
}

/// Integral of |a (1 - t) + b t| over 0 <= t <= 1.
double mean_size(double a, double b) {
  if (a * b >= 0) return (std::abs(a) + std::abs(b)) / 2;
  return (a * a + b * b) / (2 * (std::abs(a) + std::abs(b)));
}

double difference_in_cells(const Density& first, const Density& second) {
  constexpr int kCells = 32;  // finer ones would measure the draw of the records
  const double width = (high(first) - first.low) / kCells;
  double sum = 0, before = 0;
  for (int i = 0; i <= kCells + 1; ++i) {  // below, the cells, above
    const double edge = first.low + i * width;
    const double here = i <= kCells ? cdf(first, edge) - cdf(second, edge) : 0.0;
    sum += std::abs(here - before);
    before = here;
  }
  return sum / 2;
}

}  // namespace

Density counted_density(const Histogram& numbers, int cells, double spread) {
  require(numbers.count() > 0, "a density needs at least one number, got none");
  double low = numbers.edge(0) - spread / 2, top = numbers.edge(numbers.cells().size()) + spread / 2;
  const double size = std::max(std::abs(low), std::abs(top)), least = kLeastRange * (size > kLeastRange ? size : 1.0);
  if (top - low < least) {
    low -= least / 2;
    top = low + least;
  }
  const double width = top / cells - low / cells;
  return {low, width, spread_counts(numbers, low, width, cells, spread) / static_cast<double>(numbers.count())};
}

double cdf(const Density& density, double x) {
  const double place = (x - density.low) / density.width;
  if (!(place > 0)) return 0;
  if (place >= static_cast<double>(density.probability.size())) return 1;
  const auto cell = static_cast<Index>(place);
  return density.probability.head(cell).sum() + density.probability[cell] * (place - static_cast<double>(cell));
}

double quantile(const Density& density, double share) {
  double before = 0;
  for (Index cell = 0; cell < density.probability.size(); ++cell) {
    const double here = density.probability[cell];
    if (here > 0 && before + here >= share)
      return density.low + density.width * (static_cast<double>(cell) + std::max(0.0, share - before) / here);
    before += here;
  }
  return high(density);
}

double mean(const Density& density) {
  double place = 0;  // in cells from `low`, so that huge numbers do not overflow
  for (Index cell = 0; cell < density.probability.size(); ++cell)
    place += density.probability[cell] * (static_cast<double>(cell) + 0.5);
  return density.low + density.width * place;
}

double sd(const Density& density) {
  const double middle = (mean(density) - density.low) / density.width;
  double sum = 1.0 / 12;  // within a cell
  for (Index cell = 0; cell < density.probability.size(); ++cell)
    sum += density.probability[cell] * square(static_cast<double>(cell) + 0.5 - middle);
  return density.width * std::sqrt(sum);
}

DensityDistance distance(const Density& first, const Density& second) {
  std::vector<double> edges;
  for (const Density* each : {&first, &second})
    for (Index i = 0; i <= each->probability.size(); ++i) edges.push_back(each->low + static_cast<double>(i) * each->width);
  std::sort(edges.begin(), edges.end());
  const double unit = sd(first);
  double largest = 0, area = 0, before = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double here = cdf(first, edges[i]) - cdf(second, edges[i]);
    largest = std::max(largest, std::abs(here));
    if (i > 0) area += mean_size(before, here) * (edges[i] - edges[i - 1]) / unit;
    before = here;
  }
  return {difference_in_cells(first, second), largest, area};
}

}  // namespace guise::stats
