// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_posterior.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "random/laws.h"
#include "random/matrices.h"
#include "stats/laplace_line.h"
#include "support/dense.h"

namespace guise::stats {
namespace {

using random::Rng;

/// Plain sums over a fine grid.
LineMoments by_grid(const Vector& point, const Vector& direction, double from, double to) {
  double weight = 0, first = 0, second = 0;
  const double step = (to - from) / 400'000;
  for (double s = from; s < to; s += step) {
    const double density = std::exp(-(point + s * direction).lpNorm<1>());
    weight += density, first += s * density, second += s * s * density;
  }
  return {first / weight, second / weight - square(first / weight)};
}

TEST(LaplaceOnLine, EqualsAFineGrid) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Vector point = 2 * random::gaussian_matrix(4, 1, Rng::from_seed(seed)),
                 direction = random::gaussian_matrix(4, 1, Rng::from_seed(100 + seed));
    const LineMoments exact = laplace_on_line(point, direction), grid = by_grid(point, direction, -60, 60);
    EXPECT_NEAR(exact.mean, grid.mean, 1e-5);
    EXPECT_NEAR(exact.variance, grid.variance, 1e-5);
  }
}

TEST(LaplaceOnLine, HandlesTiesZerosAndLargeNumbers) {
  const Vector tied = Eigen::Vector3d(1, 1, 5), even = Eigen::Vector3d(-1, -1, 0);
  const LineMoments one = laplace_on_line(tied, even);  // 2 |1 - s| + 5: Laplace of rate 2 around 1
  EXPECT_NEAR(one.mean, 1, 1e-12);
  EXPECT_NEAR(one.variance, 0.5, 1e-12);
  const LineMoments flat = laplace_on_line(Eigen::Vector2d(3, -3), Eigen::Vector2d(1, -1) * -1);  // both 0 at s = 3
  EXPECT_NEAR(flat.mean, 3, 1e-12);
  // |s| + |s - 1e6|: as likely anywhere between.
  const LineMoments wide = laplace_on_line(Eigen::Vector2d(0, -1e6), Eigen::Vector2d(1, 1));
  EXPECT_NEAR(wide.mean, 5e5, 1);
  EXPECT_NEAR(wide.variance, 1e12 / 12, 1e7);
  const LineMoments far = laplace_on_line(Eigen::Vector2d(1e9, 2e9), Eigen::Vector2d(1, 3));
  EXPECT_TRUE(std::isfinite(far.mean) && std::isfinite(far.variance));
}

Matrix laplace(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  random::fill_laplace(Rng::from_seed(seed).fork("laplace"), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

TEST(LaplacePosterior, KeepsToTheEquationsAndKnowsItsError) {
  for (const auto& [k, m, records] : {std::tuple{2, 3, 4000}, {2, 4, 300}, {3, 6, 300}}) {
    const Matrix a = random::gaussian_matrix(k, m, Rng::from_seed(1)), z = laplace(records, m, 2), u = z * a.transpose();
    const LaplacePosterior posterior(a, Matrix::Zero(k, k), Rng::from_seed(3));
    EXPECT_EQ(posterior.exact(), m == k + 1);
    Matrix sd;
    const Matrix guess = posterior.mean(u, &sd);
    EXPECT_LT((guess * a.transpose() - u).cwiseAbs().maxCoeff(), 1e-6 * u.cwiseAbs().maxCoeff());
    const Vector errors = (guess - z).cwiseAbs2().rowwise().sum(), claims = sd.cwiseAbs2().rowwise().sum();
    const Vector excess = errors - claims;  // 0 on average, whatever the record
    const double error = std::sqrt((excess.array() - excess.mean()).square().mean() / static_cast<double>(records));
    EXPECT_NEAR(excess.mean(), 0, 5 * error) << k << " of " << m;
    // Less than the best linear guess leaves.
    const Matrix linear = u * guise::testing::inverse(a * a.transpose()) * a;
    EXPECT_LT((guess - z).squaredNorm(), (linear - z).squaredNorm());
  }
}

// The simulation against the closed form: with noise of 1e-8 of a standard deviation it is the same question.
TEST(LaplacePosterior, IsTheSameSimulatedAsInClosedForm) {
  const Matrix a = random::gaussian_matrix(2, 3, Rng::from_seed(4)), u = laplace(200, 3, 5) * a.transpose();
  const Matrix exact = LaplacePosterior(a, Matrix::Zero(2, 2), Rng::from_seed(6)).mean(u);
  const Matrix simulated = LaplacePosterior(a, 1e-16 * Matrix::Identity(2, 2), Rng::from_seed(6)).mean(u);
  EXPECT_LT((simulated - exact).norm() / exact.norm(), 0.05);
}

// One number behind noise, against a fine grid of its posterior.
TEST(LaplacePosterior, TakesNoiseIntoAccount) {
  const Matrix a = Matrix::Constant(1, 1, 2), noise = Matrix::Constant(1, 1, 1.5), u = Eigen::Vector3d(0.3, 2, -6);
  Matrix sd;
  const Matrix guess = LaplacePosterior(a, noise, Rng::from_seed(7)).mean(u, &sd);
  for (Index i = 0; i < 3; ++i) {
    double weight = 0, first = 0, second = 0;
    for (double z = -15; z < 15; z += 1e-4) {
      const double density = std::exp(-std::numbers::sqrt2 * std::abs(z) - square(u(i) - 2 * z) / 3);
      weight += density, first += z * density, second += z * z * density;
    }
    const double variance = second / weight - square(first / weight);
    EXPECT_NEAR(guess(i), first / weight, 0.1 * std::sqrt(variance));
    EXPECT_NEAR(sd(i), std::sqrt(variance), 0.15 * std::sqrt(variance));
  }
}

}  // namespace
}  // namespace guise::stats
