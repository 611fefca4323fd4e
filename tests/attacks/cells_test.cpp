// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "attacks/cell_density.h"
#include "attacks/signals.h"
#include "random/laws.h"

namespace guise::attacks::testing {
namespace cells_test {

Knowledge cut(Index attributes, double width, double origin) {
  Knowledge known;
  known.cells = Cells{.width = Vector::Constant(attributes, width), .origin = Vector::Constant(attributes, origin)};
  return known;
}

Matrix middles(const Matrix& x, double width, double origin) {
  return x.unaryExpr([&](double value) { return origin + (std::floor((value - origin) / width) + 0.5) * width; });
}

Vector exponential(Index n, std::uint64_t seed) {
  Vector u(n);
  random::fill_uniform(random::Rng::from_seed(seed), 0, 0, {u.data(), static_cast<std::size_t>(n)});
  return -u.array().log();
}

TEST(CellDensity, MomentsEqualItsIntegral) {
  const CellDensity density({5, 9, 3, 0, 1, 40, 2}, -2, 0.5, 1);
  for (double cell = -2; cell < 5; ++cell) {
    constexpr int steps = 20'000;
    double total = 0, first = 0, second = 0;
    for (int k = 0; k < steps; ++k) {
      const double u = (k + 0.5) / steps, weight = density.density(cell, u) / steps;
      EXPECT_GE(weight, -1e-15);
      total += weight;
      first += weight * u;
      second += weight * u * u;
    }
    EXPECT_NEAR(total, 1, 1e-8);
    const CellMoments moments = density.moments(cell);
    EXPECT_NEAR(moments.mean, density.low(cell) + 0.5 * first, 1e-8);
    EXPECT_NEAR(moments.variance, 0.25 * (second - first * first), 1e-8);
  }
}

TEST(CellDensity, CountsMiddlesWhereverTheHistogramCutsThem) {
  const double width = 0.3, origin = -0.15;  // middles at multiples of .3: none on a power of two
  const Vector y{{-0.6, 0, 0, 0.3, 0.3, 0.3, 0.9}};
  stats::Histogram histogram;
  histogram.add({y.data(), static_cast<std::size_t>(y.size())});
  const CellDensity found(histogram, width, origin), expected({1, 0, 2, 3, 0, 1}, -2, width, origin);
  for (double cell = -2; cell < 4; ++cell) EXPECT_DOUBLE_EQ(found.moments(cell).mean, expected.moments(cell).mean);
}

// E[x | cell] of the exponential law is the lower edge + w - ... = edge + 1 - w / (e^w - 1): .41802 for w = 1.
TEST(CellDensity, FindsTheMeanOfExponentialCells) {
  std::vector<double> mass;
  for (int i = 0; i < 12; ++i) mass.push_back(std::exp(-i) - std::exp(-i - 1));
  const CellDensity density(mass, 0, 1, 0);
  for (double cell = 0; cell < 10; ++cell) EXPECT_NEAR(density.moments(cell).mean - cell, 1 - 1 / std::expm1(1.0), 0.015);
}

TEST(Cells, GainsOverTheMiddleWhatTheIntegralSays) {
  constexpr Index n = 100'000;
  const Vector x = exponential(n, 1), y = middles(x, 1, 0);
  const Guess guess = reconstruct("cells", y, cut(1, 1, 0));
  // Moving from the middle to the mean of the cell gains its squared distance, .00672.
  const double shift = 1 / std::expm1(1.0) - 0.5, gained = mean_square(y - x) - mean_square(guess.values - x);
  EXPECT_NEAR(gained, shift * shift, 0.05 * shift * shift + 5 * 2 * shift * 0.29 / std::sqrt(n));
  EXPECT_NEAR(mean_square(*guess.sd), mean_square(guess.values - x), 5 * 0.08 / std::sqrt(n));
}

TEST(Cells, NeverGuessesOutsideTheCell) {
  Matrix x(3000, 3);
  x << exponential(3000, 2), noise(3000, 1, 1, 3), noise(3000, 1, 1, 3) + noise(3000, 1, 0.1, 4);
  const Matrix y = middles(x, 0.7, -0.35);
  for (const std::string_view spec : {"cells", "cells(others=no)"}) {
    const Guess guess = reconstruct(spec, y, cut(3, 0.7, -0.35));
    EXPECT_LE((guess.values - y).cwiseAbs().maxCoeff(), 0.35 + 1e-12) << spec;
    EXPECT_TRUE(guess.sd->allFinite());
  }
}

/// E[x1 | cells of x1 and x2] of a standard bivariate normal with correlation rho, by brute force.
double best_from_cells(double rho, double low1, double low2, double width) {
  const auto below = [&](double edge, double x) { return 0.5 * std::erfc(-(edge - rho * x) / std::sqrt(2 * (1 - rho * rho))); };
  double total = 0, first = 0;
  constexpr int steps = 400;
  for (int k = 0; k < steps; ++k) {
    const double x = low1 + width * (k + 0.5) / steps;
    const double density = std::exp(-x * x / 2) * (below(low2 + width, x) - below(low2, x));
    total += density;
    first += density * x;
  }
  return total > 0 ? first / total : low1 + width / 2;
}

TEST(Cells, ComesCloseToTheBestGuessFromAllCells) {
  constexpr Index n = 5000;
  const double rho = 0.9, width = 1;
  Matrix x(n, 2);
  x.col(0) = noise(n, 1, 1, 5);
  x.col(1) = rho * x.col(0) + std::sqrt(1 - rho * rho) * noise(n, 1, 1, 6);
  const Matrix y = middles(x, width, 0.3);
  Matrix best(n, 2);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < 2; ++j) best(i, j) = best_from_cells(rho, y(i, j) - width / 2, y(i, 1 - j) - width / 2, width);
  const auto error = [&](const Matrix& guess) { return mean_square(guess - x); };
  const double own = error(reconstruct("cells(others=no)", y, cut(2, width, 0.3)).values);
  const double with = error(reconstruct("cells", y, cut(2, width, 0.3)).values);
  EXPECT_LT(own - error(best), 0.25 * own);  // what there is to gain at all
  EXPECT_GT(own - with, 0.8 * (own - error(best)));
}

TEST(Cells, TakesTwoCutsOfOneAttributeForAFinerOne) {
  constexpr Index n = 20'000;
  const Vector x = noise(n, 1, 1, 7);
  Matrix y(n, 2);
  y << middles(x, 0.5, 0), middles(x, 0.5, 0.25);
  Knowledge known = cut(2, 0.5, 0);
  known.cells->origin[1] = 0.25;
  // Half as wide a cell has a quarter of the error.
  const double own = mean_square(reconstruct("cells(others=no)", y, known).values.col(0) - x);
  EXPECT_LT(mean_square(reconstruct("cells", y, known).values.col(0) - x), 0.4 * own);
}

TEST(Cells, IsNotMisledByUnrelatedAttributes) {
  const Matrix x = noise(20'000, 2, 1, 9), y = middles(x, 0.5, 0.1);
  const double alone = mean_square(reconstruct("cells(others=no)", y, cut(2, 0.5, 0.1)).values - x);
  EXPECT_NEAR(mean_square(reconstruct("cells", y, cut(2, 0.5, 0.1)).values - x), alone, 0.002 * alone);
}

TEST(Cells, IsDefinedForOneCellOneRecordAndCellsFinerThanTheHistogram) {
  const Matrix one = Matrix::Constant(5, 2, 0.5);
  EXPECT_LT((reconstruct("cells", one, cut(2, 1, 0)).values - one).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((reconstruct("cells", one.topRows(1), cut(2, 1, 0)).values - one.topRows(1)).cwiseAbs().maxCoeff(), 1e-12);
  const Matrix wide = middles(1e6 * noise(1000, 1, 1, 10), 1, 0);
  EXPECT_LE((reconstruct("cells", wide, cut(1, 1, 0)).values - wide).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_FALSE(learn_from("cells", one, cut(2, 0, 0)).reconstruction);
}

}  // namespace cells_test
}  // namespace guise::attacks::testing
