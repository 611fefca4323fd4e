// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "attacks/signals.h"
#include "random/laws.h"
#include "stats/density.h"
#include "stats/histogram.h"

namespace guise::attacks::testing {
namespace univariate_test {

Vector from_law(random::Law law, Index n, double sd, std::uint64_t seed) {
  Vector out(n);
  random::fill_law(law, random::Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(n)});
  return sd * out;
}

// Paper 002: Gaussian data of variance 4, noise 1. Theory v s^2 / (v + s^2) = .8; reference .8071 with the reconstructed
// density, .8065 in closed form. A squared error has variance 2 mse^2: five standard errors.
TEST(Univariate, HasTheErrorOfGaussianTheory) {
  constexpr Index n = 50'000;
  const Vector x = noise(n, 1, 2, 1).array() + 30, y = x + noise(n, 1, 1, 2);
  const double error = 5 * 0.8 * std::sqrt(2.0 / n);
  EXPECT_NEAR(mean_square(reconstruct("univariate(form=gaussian)", y, white(1, 1)).values - x), 0.8, error);
  EXPECT_NEAR(mean_square(reconstruct("univariate", y, white(1, 1)).values - x), 0.8, 0.01 + error);
}

TEST(Univariate, ClosedFormIsTheRegressionOnTheRelease) {
  const Vector y = noise(1000, 1, 3, 3).array() + 5;
  const double mean = y.mean(), variance = (y.array() - mean).square().mean();
  const Guess guess = reconstruct("udr(form=gaussian)", y, white(1, 1));
  const Vector expected = mean + (1 - 1 / variance) * (y.array() - mean);
  EXPECT_LT((guess.values - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR((*guess.sd)(0, 0), std::sqrt(1 - 1 / variance), 1e-12);
}

// Paper 002: on bimodal data the reconstructed density leaves less than .6 of the closed form's error.
TEST(Univariate, SeesTwoModesThatTheClosedFormDoesNot) {
  constexpr Index n = 10'000;
  Vector x = noise(n, 1, 0.5, 4);
  for (Index i = 0; i < n; ++i) x[i] += i % 2 == 0 ? 3 : -3;
  const Vector y = x + noise(n, 1, 1.5, 5);
  const auto error = [&](std::string_view spec) { return mean_square(reconstruct(spec, y, white(1, 1.5)).values - x); };
  EXPECT_LT(error("univariate"), 0.6 * error("univariate(form=gaussian)"));
}

// Paper 001's triangular data in random order, noise .25: the reference's univariate Bayes .158, everybody's mean .204.
TEST(Univariate, FindsTriangularValuesInAnyOrder) {
  constexpr Index n = 10'000;
  Vector x(n);
  for (Index i = 0; i < n; ++i) x[i] = triangular_quantile((static_cast<double>(i * 7919 % n) + 0.5) / n);
  const Vector y = x + noise(n, 1, 0.25, 6);
  EXPECT_NEAR(rms(reconstruct("univariate", y, white(1, 0.25)).values - x), 0.158, 0.003);
}

// Paper 002, experiment 1: the reference's 18.8 for variances near 100 and noise 25; theory mean of v s^2 / (v + s^2).
TEST(Univariate, HasTheErrorOfExperiment1) {
  constexpr Index n = 1000, m = 20, p = 5;
  Vector root = Vector::Ones(m);
  root.head(p).setConstant(std::sqrt((100.0 * m - (m - p)) / p));
  const Matrix q = random::haar_orthogonal(m, random::Rng::from_seed(7));
  const Matrix mix = root.asDiagonal() * q.transpose();
  const Matrix x = noise(n, m, 1, 8) * mix, y = x + noise(n, m, 5, 9);
  const Vector variance = (mix.transpose() * mix).diagonal();
  const double theory = (variance.array() * 25 / (variance.array() + 25)).mean();
  EXPECT_NEAR(theory, 18.8, 1);
  EXPECT_NEAR(mean_square(reconstruct("univariate", y, white(m, 5)).values - x), theory, 0.04 * theory);
}

TEST(Univariate, IsThePosteriorUnderTheReconstructedDensityForEveryLaw) {
  for (const random::Law law : {random::Law::gaussian, random::Law::uniform, random::Law::laplace}) {
    constexpr Index n = 20'000;
    const double sd = 0.8;
    const Vector y = noise(n, 1, 2, 10).cwiseAbs() + from_law(law, n, sd, 11);
    stats::Histogram histogram;
    histogram.add({y.data(), static_cast<std::size_t>(n)});
    const stats::Density density = stats::reconstruct_density(histogram, law, sd, {.cells = 100});
    Vector expected_sd;
    const Vector expected = stats::posterior_mean(density, law, sd, y, &expected_sd);
    Knowledge known = white(1, sd);
    known.noise_law = law;
    const Guess guess = reconstruct("univariate", y, known);
    // Interpolated in a table: a hundredth of the noise at the kinks of the uniform law, far less elsewhere.
    EXPECT_LT((guess.values - expected).cwiseAbs().maxCoeff(), 0.01 * sd) << random::law_name(law);
    EXPECT_LT(rms(guess.values - expected), 3e-4 * sd) << random::law_name(law);
    EXPECT_LT(rms(*guess.sd - expected_sd), 1e-3 * sd) << random::law_name(law);
  }
}

TEST(Univariate, TakesAKnownNoiseMeanOff) {
  const Vector x = noise(5000, 1, 2, 12), y = (x + noise(5000, 1, 1, 13)).array() + 10;
  Knowledge known = white(1, 1);
  known.noise_mean = Vector::Constant(1, 10.0);
  EXPECT_LT(mean_square(reconstruct("univariate", y, known).values - x), 0.9);
  EXPECT_LT(mean_square(reconstruct("univariate(form=gaussian)", y, known).values - x), 0.9);
}

TEST(Univariate, TakesAnUnknownLawAsGaussianAndSaysSo) {
  Knowledge known = white(1, 1);
  known.noise_law.reset();
  const Outcome outcome = learn_from("univariate", noise(1000, 1, 2, 14), known);
  ASSERT_TRUE(outcome.reconstruction);
  EXPECT_EQ(outcome.reconstruction->notes.size(), 1u);
}

TEST(Univariate, IsDefinedForConstantClearAndSingleRecords) {
  Matrix y(100, 3);
  y << Vector::Constant(100, 4), noise(100, 1, 1, 15), noise(100, 1, 0.1, 16);
  Knowledge known = white(3, 1);
  (*known.noise_covariance)(1, 1) = 0;
  for (const std::string_view spec : {"univariate", "univariate(form=gaussian)", "univariate(cells=2, iterations=5)"}) {
    const Guess guess = reconstruct(spec, y, known);
    EXPECT_TRUE(guess.values.allFinite() && guess.sd->allFinite()) << spec;
    EXPECT_LT((guess.values.col(0).array() - 4).abs().maxCoeff(), 1e-9);
    EXPECT_LT((guess.values.col(1) - y.col(1)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(reconstruct(spec, y.topRows(1), known).values, y.topRows(1));
  }
}

}  // namespace univariate_test
}  // namespace guise::attacks::testing
