// SPDX-License-Identifier: Apache-2.0
#include "stats/distances.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace guise::stats {
namespace {

Vector sorted(Vector values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// Stephens' correction makes the limit law good to a few 1e-3 from about 5 records on.
KolmogorovSmirnov with_p_value(double statistic, double records) {
  const double root = std::sqrt(records);
  return {statistic, kolmogorov_tail((root + 0.12 + 0.11 / root) * statistic)};
}

double harmonic(double a, double b) {
  return a * b / (a + b);
}

Vector shares(const Histogram& histogram, double low, double width, Index cells) {
  Vector out = Vector::Zero(cells);
  for (std::size_t i = 0; i < histogram.cells().size(); ++i) {
    if (histogram.cells()[i] == 0) continue;
    const double position = std::floor(histogram.edge(i) / width) - std::floor(low / width);
    out[static_cast<Index>(position)] += static_cast<double>(histogram.cells()[i]);
  }
  return out / static_cast<double>(histogram.count());
}

}  // namespace

double kolmogorov_tail(double x) {
  if (x <= 0) return 1;
  double sum = 0;
  if (x < 1) {  // the other form of the theta function: its terms fall fast where those of the usual one do not
    for (int k = 1; k <= 9; k += 2) sum += std::exp(-square(k * std::numbers::pi / x) / 8);
    return std::max(0.0, 1 - std::sqrt(2 * std::numbers::pi) / x * sum);
  }
  for (int k = 1; k <= 6; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2 * square(k * x));
  return std::min(1.0, sum);
}

KolmogorovSmirnov kolmogorov_smirnov(const Vector& sample, const std::function<double(double)>& cdf) {
  if (sample.size() == 0) return {0, 1};
  const Vector values = sorted(sample);
  const double n = static_cast<double>(values.size());
  double statistic = 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]), before = static_cast<double>(i) / n, after = static_cast<double>(i + 1) / n;
    statistic = std::max({statistic, expected - before, after - expected});
  }
  return with_p_value(statistic, n);
}

KolmogorovSmirnov kolmogorov_smirnov(const Vector& first, const Vector& second) {
  if (first.size() == 0 || second.size() == 0) return {0, 1};
  const Vector a = sorted(first), b = sorted(second);
  const double n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  double statistic = 0;
  for (Index i = 0, j = 0; i < a.size() && j < b.size();) {
    const double here = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= here) ++i;  // ties step together
    while (j < b.size() && b[j] <= here) ++j;
    statistic = std::max(statistic, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  return with_p_value(statistic, harmonic(n, m));
}

KolmogorovSmirnov kolmogorov_smirnov(const Histogram& first, const Histogram& second) {
  if (first.count() == 0 || second.count() == 0) return {0, 1};
  const CommonCells cells = common_cells(first, second, Histogram::kMostCells);
  double difference = 0, statistic = 0;
  for (Index i = 0; i < cells.first.size(); ++i) {
    difference += cells.first[i] - cells.second[i];
    statistic = std::max(statistic, std::abs(difference));
  }
  return with_p_value(statistic, harmonic(static_cast<double>(first.count()), static_cast<double>(second.count())));
}

double total_variation(const Vector& first, const Vector& second) {
  assert(first.size() == second.size() && "distributions over different cells");
  return 0.5 * (first - second).cwiseAbs().sum();
}

double total_variation(const Histogram& first, const Histogram& second, int cells) {
  if (first.count() == 0 || second.count() == 0) return first.count() == second.count() ? 0 : 1;
  const CommonCells common = common_cells(first, second, cells);
  return total_variation(common.first, common.second);
}

CommonCells common_cells(const Histogram& first, const Histogram& second, int most) {
  assert(first.count() > 0 && second.count() > 0 && most >= 2 && "nothing to compare");
  const double low = std::min(first.edge(0), second.edge(0));
  const double high = std::max(first.edge(first.cells().size() - 1), second.edge(second.cells().size() - 1));
  double width = std::max(first.width(), second.width());
  // Two cells always suffice: aligned cells can meet at zero. Their number falls to at most two as the width grows.
  while (std::floor(high / width) - std::floor(low / width) + 1 > most) width *= 2;
  const auto cells = static_cast<Index>(std::floor(high / width) - std::floor(low / width)) + 1;
  return {std::floor(low / width) * width, width, shares(first, low, width, cells), shares(second, low, width, cells)};
}

}  // namespace guise::stats
