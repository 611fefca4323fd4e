// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_posterior.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "random/laws.h"
#include "random/matrices.h"
#include "stats/laplace_line.h"
#include "support/dense.h"

namespace guise::stats {
namespace laplace_posterior_test {

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

/// The same mean in long double, 64 bits: the direction is the cross product of the rows, the density integrated by its kinks.
Vector in_long_double(const Matrix& a, const Vector& u) {
  using Wide = Eigen::Matrix<long double, 3, 1>;
  const Wide first = a.row(0).cast<long double>(), second = a.row(1).cast<long double>();
  Wide direction = first.cross(second);
  direction /= direction.norm();
  // A point of the line: first and second in the plane they span, made orthogonal.
  const Wide one = first / first.norm(), across = direction.cross(one);
  const long double along = u(0) / first.norm(), other = (u(1) - second.dot(one) * along) / second.dot(across);
  const Wide point = along * one + other * across;
  const long double rate = std::sqrt(2.0L);
  std::vector<long double> kinks;
  for (int j = 0; j < 3; ++j) kinks.push_back(-point(j) / direction(j));
  std::sort(kinks.begin(), kinks.end());
  const long double far = 60;
  std::vector<long double> edges = {kinks[0] - far, kinks[0], kinks[1], kinks[2], kinks[2] + far};
  const auto cost = [&](long double s) { return rate * (point + s * direction).lpNorm<1>(); };
  const long double least = std::min({cost(kinks[0]), cost(kinks[1]), cost(kinks[2])});
  long double weight = 0, moment = 0;
  for (int part = 0; part < 4; ++part)  // midpoints, so many that their error is far below the tolerance
    for (int i = 0; i < 40'000; ++i) {
      const long double width = (edges[part + 1] - edges[part]) / 40'000, s = edges[part] + (i + 0.5L) * width;
      const long double density = std::exp(least - cost(s)) * width;
      weight += density, moment += s * density;
    }
  return (point + moment / weight * direction).cast<double>();
}

// Rows that nearly repeat one another, in units that differ by 1e9: the equations themselves hold u to 1e-16 of cond(A).
TEST(LaplacePosterior, KeepsItsDigitsBehindIllConditionedMatrices) {
  for (const double apart : {1.0, 1e-4, 1e-7})
    for (const double unit : {1.0, 1e-9}) {
      Matrix a = random::gaussian_matrix(2, 3, Rng::from_seed(21));
      a.row(1) = a.row(0) + apart * a.row(1);
      a.row(1) *= unit;
      const Matrix z = laplace(5, 3, 22), u = z * a.transpose();
      const Matrix guess = LaplacePosterior(a, Matrix::Zero(2, 2), Rng::from_seed(23)).mean(u);
      for (Index i = 0; i < 5; ++i)
        EXPECT_LT((guess.row(i).transpose() - in_long_double(a, u.row(i))).norm(), 1e-7 + 1e-15 / apart * 10) << apart << unit;
    }
}

// Whoever multiplies all equations by a matrix says the same. With noise on one of them only, too.
TEST(LaplacePosterior, DoesNotDependOnHowEquationsAreWritten) {
  const Matrix a = random::gaussian_matrix(2, 5, Rng::from_seed(24)), u = laplace(20, 5, 25) * a.transpose();
  Matrix turn(2, 2);
  turn << 1, 1, 1e6, 1.001e6;
  for (const double sd : {0.0, 0.5}) {
    Matrix noise = Matrix::Zero(2, 2);
    noise(1, 1) = square(sd);
    const Matrix plain = LaplacePosterior(a, noise, Rng::from_seed(26)).mean(u);
    const Matrix turned =
        LaplacePosterior(turn * a, turn * noise * turn.transpose(), Rng::from_seed(27)).mean(u * turn.transpose());
    // 800 draws each, correlated: a few hundredths of a standard deviation.
    EXPECT_LT((turned - plain).norm() / std::sqrt(100.0), 0.15) << sd;
    if (sd == 0) EXPECT_LT((turned * a.transpose() - u).cwiseAbs().maxCoeff(), 1e-6);
  }
}

}  // namespace laplace_posterior_test
}  // namespace guise::stats
