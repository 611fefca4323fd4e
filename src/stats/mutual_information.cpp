// SPDX-License-Identifier: Apache-2.0
#include "stats/mutual_information.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "random/laws.h"
#include "random/math.h"
#include "random/matrices.h"
#include "stats/resampling.h"

namespace guise::stats {
namespace {

constexpr std::size_t kNeighbours = 4;    // 2 to 4 are usual: fewer vary more, more smooth the law over
constexpr double kJitter = 1e-10;         // far below the distance of two normal scores of up to a million records
constexpr int kSubsamples = 20;           // half-samples; each costs half an estimate
constexpr double kT = 2.093024054408263;  // 97.5 % quantile of Student's law with kSubsamples - 1 degrees of freedom

/// Points in the plane, sorted by x.
struct Points {
  std::vector<double> x, y;
};

/// The standard normal quantile at (rank - 1/2) / n, equal values sharing their mean rank, then jitter.
std::vector<double> normal_scores(const Vector& values, const random::Rng& rng, std::uint32_t stream) {
  const auto n = static_cast<std::size_t>(values.size());
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  std::vector<double> scores(n);
  random::fill_uniform(rng, stream, 0, scores);
  for (std::size_t first = 0, end; first < n; first = end) {
    for (end = first + 1; end < n && values[order[end]] == values[order[first]];) ++end;
    const double middle = static_cast<double>(first + end) / 2;  // mean rank - 1/2
    const double score = random::normal_quantile(middle / static_cast<double>(n));
    for (std::size_t i = first; i < end; ++i) {
      double& out = scores[static_cast<std::size_t>(order[i])];
      out = score + kJitter * out;
    }
  }
  return scores;
}

Points scored_points(const Vector& x, const Vector& y, const random::Rng& rng) {
  const std::vector<double> a = normal_scores(x, rng, 0), b = normal_scores(y, rng, 1);
  std::vector<std::size_t> order(a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return a[i] < a[j]; });
  Points points;
  for (const std::size_t i : order) {
    points.x.push_back(a[i]);
    points.y.push_back(b[i]);
  }
  return points;
}

/// Distance, by the larger coordinate, from a point to its kNeighbours-th neighbour: a sweep to both sides that ends where x
/// alone is farther.
double neighbour_distance(const Points& points, std::size_t at) {
  std::array<double, kNeighbours> nearest;
  nearest.fill(std::numeric_limits<double>::infinity());
  const auto offer = [&](std::size_t i) {
    const double dx = std::abs(points.x[i] - points.x[at]);
    if (dx >= nearest.back()) return false;
    const double distance = std::max(dx, std::abs(points.y[i] - points.y[at]));
    if (distance >= nearest.back()) return true;
    std::size_t place = kNeighbours - 1;
    for (; place > 0 && nearest[place - 1] > distance; --place) nearest[place] = nearest[place - 1];
    nearest[place] = distance;
    return true;
  };
  for (std::size_t i = at + 1; i < points.x.size() && offer(i); ++i) {
  }
  for (std::size_t i = at; i > 0 && offer(i - 1); --i) {
  }
  return nearest.back();
}

/// How many other values are nearer than the distance. The differences are the ones that made the distance, so that the
/// neighbour which is exactly that far is never counted by rounding.
std::size_t count_nearer(const std::vector<double>& sorted, double value, double distance) {
  const auto low = std::partition_point(sorted.begin(), sorted.end(), [&](double v) { return value - v >= distance; });
  const auto high = std::partition_point(low, sorted.end(), [&](double v) { return v - value < distance; });
  return static_cast<std::size_t>(high - low) - 1;
}

/// Equation (8): psi(k) + psi(n) - <psi(n_x + 1) + psi(n_y + 1)>, in bits. psi(i + 1) is the i-th harmonic number but for a
/// constant that cancels.
double estimate(const Points& points) {
  const std::size_t n = points.x.size();
  std::vector<double> harmonic(n, 0.0), sorted_y = points.y;
  for (std::size_t i = 1; i < n; ++i) harmonic[i] = harmonic[i - 1] + 1 / static_cast<double>(i);
  std::sort(sorted_y.begin(), sorted_y.end());
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double distance = neighbour_distance(points, i);
    sum += harmonic[count_nearer(points.x, points.x[i], distance)] + harmonic[count_nearer(sorted_y, points.y[i], distance)];
  }
  return (harmonic[kNeighbours - 1] + harmonic[n - 1] - sum / static_cast<double>(n)) / std::numbers::ln2;
}

/// A bootstrap would repeat points and give them neighbours at distance 0; halves without replacement do not. Over samples of b
/// of n records a mean varies by (n - b) / b of its variance, which for halves is all of it.
double standard_error(const Points& points, const random::Rng& rng) {
  const auto half = static_cast<Index>(points.x.size() / 2);
  const std::vector<double> estimates = null_draws(kSubsamples, rng, [&](const random::Rng& draw) {
    std::vector<Index> chosen = random::permutation(static_cast<Index>(points.x.size()), draw);
    chosen.resize(static_cast<std::size_t>(half));
    std::sort(chosen.begin(), chosen.end());
    Points some;
    for (const Index i : chosen) {
      some.x.push_back(points.x[static_cast<std::size_t>(i)]);
      some.y.push_back(points.y[static_cast<std::size_t>(i)]);
    }
    return estimate(some);
  });
  const double mean = std::accumulate(estimates.begin(), estimates.end(), 0.0) / kSubsamples;
  double squares = 0;
  for (const double each : estimates) squares += square(each - mean);
  const double n = static_cast<double>(points.x.size()), b = static_cast<double>(half);
  return std::sqrt(squares / (kSubsamples - 1) * b / (n - b));
}

}  // namespace

Information neighbour_information(const Vector& x, const Vector& y, const random::Rng& rng) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (x.size() <= static_cast<Index>(2 * kNeighbours)) return {kNaN, kNaN, kNaN};
  if (x.minCoeff() == x.maxCoeff() || y.minCoeff() == y.maxCoeff()) return {0, 0, 0};
  const Points points = scored_points(x, y, rng.fork("jitter"));
  const double bits = estimate(points);
  const double half = kT * standard_error(points, rng.fork("halves"));
  return {std::max(0.0, bits), std::max(0.0, bits - half), std::max(0.0, bits + half)};
}

double privacy_loss(double bits) {
  return 1 - std::exp2(-bits);
}

}  // namespace guise::stats
