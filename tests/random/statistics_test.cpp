// SPDX-License-Identifier: Apache-2.0
// Do long runs follow their laws? Every limit is five standard errors of the statistic under the law, so a correct generator
// fails one comparison in 1.7 million; the seeds are fixed, so the outcome is.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <thread>

#include "random/draws.h"
#include "random/laws.h"

namespace guise::random {
namespace statistics_test {

using Fill = std::function<void(const Rng&, std::uint32_t, std::uint64_t, std::span<double>)>;
constexpr double kErrors = 5;
// sup |F_n - F| sqrt(n) > 2.8 has probability 2 exp(-2 * 2.8^2) = 3e-7, about that of five standard errors.
constexpr double kKolmogorov = 2.8;

/// Sums over pairs of numbers (x, y) at the same position of two streams.
struct Sums {
  static constexpr int kCells = 8192;
  double low, high;  ///< of the histogram
  double count = 0, power[5] = {}, lag = 0, cross = 0;
  std::array<double, 6> beyond{};  ///< |x| > k
  std::vector<double> cells = std::vector<double>(kCells, 0);

  void add_number(double x) {
    double p = 1;
    for (double& sum : power) {
      sum += p;
      p *= x;
    }
    ++count;
    for (std::size_t k = 0; k < beyond.size() && std::fabs(x) > static_cast<double>(k); ++k) ++beyond[k];
    const auto cell = static_cast<int>(std::floor((x - low) / (high - low) * kCells));
    ++cells[static_cast<std::size_t>(std::clamp(cell, 0, kCells - 1))];
  }

  void add(const Sums& other) {
    count += other.count, lag += other.lag, cross += other.cross;
    for (int k = 0; k < 5; ++k) power[k] += other.power[k];
    for (std::size_t k = 0; k < beyond.size(); ++k) beyond[k] += other.beyond[k];
    for (std::size_t k = 0; k < cells.size(); ++k) cells[k] += other.cells[k];
  }

  double mean(int k) const { return power[k] / count; }

  /// The largest difference from the distribution at the edges of the cells, times sqrt(n).
  double kolmogorov(const std::function<double(double)>& distribution) const {
    double below = 0, worst = 0;
    for (int i = 0; i + 1 < kCells; ++i) {
      below += cells[static_cast<std::size_t>(i)];
      worst = std::max(worst, std::fabs(below / count - distribution(low + (high - low) * (i + 1) / kCells)));
    }
    return worst * std::sqrt(count);
  }
};

Sums sum_range(const Fill& fill, double low, double high, std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kChunk = 8192;
  const Rng rng = Rng::from_seed(2024);
  Sums sums{.low = low, .high = high};
  std::vector<double> x(kChunk), y(kChunk);
  for (std::uint64_t at = first; at < last; at += kChunk) {
    fill(rng, 0, at, x);
    fill(rng, 1, at, y);
    for (std::size_t i = 0; i < kChunk; ++i) {
      sums.add_number(x[i]);
      sums.add_number(y[i]);
      sums.cross += x[i] * y[i];
      if (i > 0) sums.lag += x[i] * x[i - 1];
    }
  }
  return sums;
}

/// `half` numbers of stream 0 and as many of stream 1.
Sums sums_of(const Fill& fill, double low, double high, std::uint64_t half) {
  Sums first, second;
  const std::uint64_t middle = half / 2 / 8192 * 8192, end = half / 8192 * 8192;
  std::thread other([&] { second = sum_range(fill, low, high, middle, end); });
  first = sum_range(fill, low, high, 0, middle);
  other.join();
  first.add(second);
  return first;
}

/// Moments of a law of mean 0: E x^2, E x^3 = 0, E x^4, E x^6, E x^8.
void expect_moments(const Sums& sums, double m2, double m4, double m6, double m8) {
  const double root = std::sqrt(sums.count), root_of_pairs = std::sqrt(sums.count / 2);
  EXPECT_NEAR(sums.mean(1), 0, kErrors * std::sqrt(m2) / root);
  EXPECT_NEAR(sums.mean(2), m2, kErrors * std::sqrt(m4 - m2 * m2) / root + 1e-9);
  EXPECT_NEAR(sums.mean(3), 0, kErrors * std::sqrt(m6) / root);
  EXPECT_NEAR(sums.mean(4), m4, kErrors * std::sqrt(m8 - m4 * m4) / root + 1e-9);
  EXPECT_NEAR(sums.cross / (sums.count / 2), 0, kErrors * m2 / root_of_pairs);
  EXPECT_NEAR(sums.lag / (sums.count / 2), 0, kErrors * m2 / root_of_pairs);
}

double normal_cdf(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

TEST(Statistics, HundredMillionNormalsAreNormal) {
  const Sums sums = sums_of(fill_normal, -6, 6, 50'000'000);
  ASSERT_GT(sums.count, 0.99e8);
  EXPECT_LT(sums.kolmogorov(normal_cdf), kKolmogorov);
  expect_moments(sums, 1, 3, 15, 105);
  for (const int k : {1, 2, 3, 4, 5}) {
    const double expected = sums.count * std::erfc(k / std::sqrt(2.0));
    EXPECT_NEAR(sums.beyond[static_cast<std::size_t>(k)], expected, kErrors * std::sqrt(expected)) << "beyond " << k << " sd";
  }
}

TEST(Statistics, TenMillionUniformsAreUniform) {
  const double edge = std::sqrt(3.0);
  const Sums sums = sums_of([](auto&&... a) { fill_law(Law::uniform, a...); }, -edge, edge, 5'000'000);
  EXPECT_LT(sums.kolmogorov([&](double x) { return (x + edge) / (2 * edge); }), kKolmogorov);
  expect_moments(sums, 1, 9 / 5., 27 / 7., 81 / 9.);
}

TEST(Statistics, TenMillionLaplaceNumbersFollowLaplace) {
  const Sums sums = sums_of(fill_laplace, -12, 12, 5'000'000);
  const auto cdf = [](double x) { return x < 0 ? std::exp(std::sqrt(2.0) * x) / 2 : 1 - std::exp(-std::sqrt(2.0) * x) / 2; };
  EXPECT_LT(sums.kolmogorov(cdf), kKolmogorov);
  expect_moments(sums, 1, 6, 90, 2520);  // (2k)! / 2^k
}

TEST(Statistics, TenMillionTruncatedNormalsFollowTheirLaw) {
  const Sums sums = sums_of(fill_truncated_normal, -2, 2, 5'000'000);
  const double mass = std::erf(std::sqrt(2.0));
  EXPECT_LT(sums.kolmogorov([&](double x) { return (normal_cdf(x) - normal_cdf(-2)) / mass; }), kKolmogorov);
  // Integration by parts: E x^k = (k - 1) E x^(k-2) - 2 * 2^(k-1) phi(2) / mass.
  const double end = 2 * std::exp(-2.0) / std::sqrt(2 * std::acos(-1.0)) / mass;
  const double m2 = 1 - 2 * end, m4 = 3 * m2 - 8 * end, m6 = 5 * m4 - 32 * end, m8 = 7 * m6 - 128 * end;
  expect_moments(sums, m2, m4, m6, m8);
  EXPECT_EQ(sums.beyond[2], 0);
}

TEST(Statistics, TenMillionSignsAreFair) {
  expect_moments(sums_of(fill_sign, -1, 1, 5'000'000), 1, 1, 1, 1);
}

TEST(Statistics, TenMillionSparseSignsHaveVarianceOneAndTheRightShareOfZeros) {
  const double s = 3;
  const Sums sums = sums_of([&](const Rng& rng, std::uint32_t stream, std::uint64_t first,
                                std::span<double> out) { fill_sparse_sign(rng, stream, first, s, out); },
                            -2, 2, 5'000'000);
  expect_moments(sums, 1, s, s * s, s * s * s);
  EXPECT_NEAR(sums.beyond[0] / sums.count, 1 / s, kErrors * std::sqrt((1 / s) * (1 - 1 / s) / sums.count));
}

}  // namespace statistics_test
}  // namespace guise::random
