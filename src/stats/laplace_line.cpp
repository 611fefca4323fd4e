// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_line.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace guise::stats {
namespace {

/// Integrals of e^{-q t}, t e^{-q t} and t^2 e^{-q t} over [0, 1], q >= 0.
struct Piece {
  double zeroth, first, second;
};

Piece piece(double q) {
  if (q < 0.5) {  // the closed forms cancel; 14 terms of the series reach the last digit
    Piece out{0, 0, 0};
    double term = 1;
    for (int n = 0; n < 14; ++n) {
      out.zeroth += term / (n + 1);
      out.first += term / (n + 2);
      out.second += term / (n + 3);
      term *= -q / (n + 1);
    }
    return out;
  }
  const double e = std::exp(-q);
  return {(1 - e) / q, (1 - e * (1 + q)) / (q * q), (2 - e * (2 + q * (2 + q))) / (q * q * q)};
}

/// Weight and moments of s, gathered over pieces.
struct Sums {
  double weight = 0, first = 0, second = 0;

  /// Density `height` at `from`, falling exponentially at `rate` from there over `length` towards larger (+1) or smaller s.
  void add(double from, double towards, double length, double rate, double height) {
    const bool tail = !std::isfinite(length);
    const Piece p = tail ? Piece{1, 1, 2} : piece(rate * length);
    const double unit = tail ? 1 / rate : length, step = towards * unit, mass = height * unit;
    weight += mass * p.zeroth;
    first += mass * (from * p.zeroth + step * p.first);
    second += mass * (from * from * p.zeroth + 2 * from * step * p.first + step * step * p.second);
  }
};

}  // namespace

LineMoments laplace_on_line(const Eigen::Ref<const Vector>& point, const Vector& direction) {
  std::vector<std::pair<double, double>> corners;  // s where a coordinate is 0, and how much the slope changes there
  double slope = 0;                                // of the sum, left of all corners
  for (Index j = 0; j < point.size(); ++j) {
    if (direction[j] == 0) continue;
    corners.emplace_back(-point[j] / direction[j], 2 * std::abs(direction[j]));
    slope -= std::abs(direction[j]);
  }
  std::sort(corners.begin(), corners.end());
  const double rate = -slope;
  // Heights and places relative to the top, so that nothing under- or overflows: the sum is least where its slope turns.
  std::vector<double> sum(corners.size(), 0.0);
  std::size_t top = 0;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    slope += corners[i].second;
    sum[i + 1] = sum[i] + slope * (corners[i + 1].first - corners[i].first);
    if (sum[i + 1] < sum[top]) top = i + 1;
  }
  const double origin = corners[top].first;
  const auto height = [&](std::size_t i) { return std::exp(sum[top] - sum[i]); };
  Sums sums;
  const double endless = INFINITY;
  sums.add(corners.front().first - origin, -1, endless, rate, height(0));
  sums.add(corners.back().first - origin, 1, endless, rate, height(corners.size() - 1));
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double left = corners[i].first - origin, right = corners[i + 1].first - origin, length = right - left;
    if (!(length > 0)) continue;
    const double rise = sum[i + 1] - sum[i];  // from the higher end down
    if (rise >= 0)
      sums.add(left, 1, length, rise / length, height(i));
    else
      sums.add(right, -1, length, -rise / length, height(i + 1));
  }
  const double mean = sums.first / sums.weight;
  return {origin + mean, std::max(0.0, sums.second / sums.weight - mean * mean)};
}

}  // namespace guise::stats
