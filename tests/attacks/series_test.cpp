// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "attacks/component_power.h"
#include "attacks/cosine.h"
#include "attacks/signal_axes.h"
#include "attacks/signals.h"

namespace guise::attacks::testing {
namespace series_test {

double recovered(const Matrix& x, const Matrix& guess) {
  return 1 - (guess - x).squaredNorm() / (x.rowwise() - x.colwise().mean()).squaredNorm();
}

/// `factors` autoregressions of first order, each attribute a sum of them; unit variance.
Matrix common_factors(Index records, Index attributes, const std::vector<double>& rhos, std::uint64_t seed) {
  Matrix factors(records, static_cast<Index>(rhos.size()));
  for (std::size_t f = 0; f < rhos.size(); ++f) factors.col(static_cast<Index>(f)) = first_order(records, rhos[f], seed + f);
  Matrix x = factors * random::gaussian_matrix(factors.cols(), attributes, random::Rng::from_seed(seed).fork("loadings"));
  x.rowwise() -= x.colwise().mean().eval();
  const Vector sd = (x.colwise().squaredNorm().transpose() / static_cast<double>(records)).cwiseSqrt();
  return x * sd.cwiseInverse().asDiagonal();
}

TEST(CosineTransform, EqualsThePlainSumAndIsUndone) {
  for (const Index n : {1, 2, 7, 12}) {
    const Matrix x = noise(n, 2, 1, 1), c = cosine_transform(x);
    for (Index k = 0; k < n; ++k) {
      double sum = 0;
      for (Index t = 0; t < n; ++t)
        sum += x(t, 1) * std::cos(std::numbers::pi * static_cast<double>(k * (2 * t + 1)) / static_cast<double>(2 * n));
      EXPECT_NEAR(c(k, 1), sum * std::sqrt((k == 0 ? 1.0 : 2.0) / static_cast<double>(n)), 1e-12);
    }
    EXPECT_LT((inverse_cosine_transform(c) - x).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SignalScatter, FindsNothingInNoise) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(signal_scatter(noise(512, 5, 1, seed), 1).norm(), 0) << seed;
}

TEST(ComponentPower, IsThatOfAnAutoregressionBehindNoise) {
  constexpr Index n = 4096;
  const Matrix c = cosine_transform(3 * first_order(n, 0.9, 1) + noise(n, 1, 1, 2));
  const Vector power = component_power(c.col(0).cwiseAbs2(), 1);
  double worst = 0;  // a rho of the grid is the true one: only the variance is off, by half a step of 1.78 and sampling
  for (Index k = 0; k < n; ++k) {
    const double turn = std::numbers::pi * static_cast<double>(k) / n, truth = 1 + 9 * 0.19 / (1.81 - 1.8 * std::cos(turn));
    worst = std::max(worst, std::abs(std::log(power[k] / truth)));
  }
  EXPECT_LT(worst, 0.4);
  EXPECT_EQ(component_power(cosine_transform(noise(n, 1, 1, 3)).cwiseAbs2(), 1), Vector::Ones(n));
}

// Two slow factors behind 20 attributes at SNR 0.01. NumPy, the same filter written with SciPy's transform and singular values:
// .61; attribute by attribute `smooth` has less than half of it.
TEST(Series, RecoversCommonFactorsBehindMuchNoise) {
  const Matrix x = common_factors(3000, 20, {0.99, 0.98}, 5), y = x + noise(3000, 20, 10, 6);
  const double series = recovered(x, reconstruct("series", y, white(20, 10)).values),
               alone = recovered(x, reconstruct("smooth", y, white(20, 10)).values);
  EXPECT_GT(series, 0.5);
  EXPECT_LT(alone, 0.4);
}

// The best linear guess of an autoregression of .97 at SNR 1 leaves .121552 (see wiener_test.cpp); grid and sampling cost a
// little.
TEST(Series, IsNearlyTheBestFilterOfOneAttribute) {
  const Matrix x = first_order(20'000, 0.97, 7), y = x + noise(20'000, 1, 1, 8);
  const double left = mean_square(reconstruct("series", y, white(1, 1)).values - x);
  EXPECT_GT(left, 0.11);
  EXPECT_LT(left, 0.13);
}

TEST(Series, FollowsWavesOfOnePeriodAndSeveralPhases) {
  Matrix x(3000, 6);
  for (Index t = 0; t < 3000; ++t)
    for (Index j = 0; j < 6; ++j)
      x(t, j) = std::numbers::sqrt2 * std::cos(2 * std::numbers::pi * static_cast<double>(t) / 12 + static_cast<double>(j));
  const Matrix y = x + noise(3000, 6, 5, 9);
  const double series = recovered(x, reconstruct("series", y, white(6, 5)).values);
  EXPECT_GT(series, 0.75);
  EXPECT_GT(series, recovered(x, reconstruct("wiener(domain=frequency)", y, white(6, 5)).values));
}

TEST(Series, UsesCorrelatedNoiseAsItIs) {
  const Matrix x = common_factors(3000, 4, {0.9}, 10);
  Matrix mix = Matrix::Identity(4, 4);
  mix.row(0).setConstant(2);
  Knowledge known = white(4, 1);
  known.noise_covariance = Matrix(mix.transpose() * mix);
  const Matrix y = x + noise(3000, 4, 1, 11) * mix;
  EXPECT_GT(recovered(x, reconstruct("series", y, known).values), 0.75);
}

TEST(Series, SeesASignalThatBeginsLate) {
  constexpr Index n = 60'000, start = 36'000;
  Matrix x = Matrix::Zero(n, 3);
  x.bottomRows(n - start) = common_factors(n - start, 3, {0.95}, 12);
  const Matrix y = x + noise(n, 3, 2, 13);
  for (const std::string_view spec : {"series", "smooth", "wiener"})
    EXPECT_GT(recovered(x, reconstruct(spec, y, white(3, 2)).values), spec == "series" ? 0.7 : 0.4) << spec;
}

TEST(Series, DoesNotDependOnTheWindows) {
  const Matrix y = common_factors(20'000, 3, {0.9}, 3) + noise(20'000, 3, 1, 4);
  const Outcome outcome = learn_from("series", y, white(3, 1));
  ASSERT_TRUE(outcome.reconstruction);
  const Matrix whole = guess_by_windows(*outcome.reconstruction, y, 20'000);
  EXPECT_LT((whole - guess_by_windows(*outcome.reconstruction, y, 3000)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Series, ReturnsTheReleaseWhereThereIsNoNoise) {
  const Matrix y = common_factors(3000, 3, {0.9, 0.5}, 14);
  EXPECT_LT((reconstruct("series", y, white(3, 0)).values - y).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Series, IsNotAssessedForTooFewOrShuffledRecords) {
  EXPECT_FALSE(learn_from("series", noise(10, 2, 1, 6), white(2, 1)).reconstruction);
  Knowledge shuffled = white(2, 1);
  shuffled.ordered = false;
  EXPECT_FALSE(learn_from("series", noise(200, 2, 1, 6), shuffled).reconstruction);
}

}  // namespace series_test
}  // namespace guise::attacks::testing
