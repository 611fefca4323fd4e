// SPDX-License-Identifier: Apache-2.0
// Every figure on a table small enough to check elsewhere, and on the extremes: a copy, the mean, constants, one record.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "compared.h"
#include "random/matrices.h"

namespace guise::measures {
namespace figures_test {

/// Two attributes and a constant one; expected figures below are from NumPy (var and corrcoef, ddof 0; formulas of figure.h).
Comparison small() {
  Matrix truth(6, 3), guess(6, 3);
  truth << 1, 10, 5, 2, 20, 5, 4, -10, 5, 7, 0, 5, 3, 5, 5, -2, 40, 5;
  guess << 1.5, 12, 5, 2, 15, 5, 3, -9, 4, 6, 3, 5, 3.1, 5.2, 6, -1, 30, 5;
  return compared(truth, guess);
}

constexpr double kExact = 1e-13;

TEST(Rmse, EqualsNumPy) {
  EXPECT_NEAR(of_attribute(small(), "rmse", 0).value, 0.737111479583199, kExact);
  EXPECT_NEAR(of_attribute(small(), "rmse", 1).value, 4.813868852942853, kExact);
  EXPECT_NEAR(pooled(small(), "rmse").value, 3.4435930847493195, kExact);
}

TEST(Nrmse, EqualsNumPy) {
  EXPECT_NEAR(of_attribute(small(), "nrmse", 0).value, 0.267672097253994, kExact);
  EXPECT_NEAR(of_attribute(small(), "nrmse", 1).value, 0.302363294141064, kExact);
  EXPECT_NEAR(pooled(small(), "nrmse").value, 0.2855450168468951, kExact);
}

TEST(Residual, EqualsNumPy) {
  const Value first = of_attribute(small(), "residual", 0), second = of_attribute(small(), "residual", 1);
  EXPECT_NEAR(first.value, 0.01809152872444, kExact);
  EXPECT_NEAR(second.value, 0.028189910001981, kExact);
  EXPECT_NEAR(pooled(small(), "residual").value, 0.023140719363210716, kExact);
}

/// With fewer records than groups every record is one, and the interval is +- t_5 std(u, ddof=1) / sqrt(6) of what each record
/// pulls, u (influence.h): numpy.std, scipy.stats.t(5).ppf(0.975), which agrees with ours to nine digits.
TEST(Intervals, EqualNumPy) {
  const auto expect_ends = [](const Value& value, double low, double high) {
    EXPECT_NEAR(value.low, low, 1e-8 * low);
    EXPECT_NEAR(value.high, high, 1e-8 * high);
  };
  expect_ends(of_attribute(small(), "rmse", 1), 2.0026621383593866, 11.571264513103197);
  expect_ends(of_attribute(small(), "nrmse", 0), 0.16952730851160241, 0.42263604771055546);
  expect_ends(of_attribute(small(), "residual", 0), 0.0013684719514338584, 0.21628150301003213);
  expect_ends(of_attribute(small(), "vod", 1), 0.03854871599401467, 0.1784376864283007);
  expect_ends(pooled(small(), "nrmse"), 0.24355207717337896, 0.33477832582002615);
  expect_ends(pooled(small(), "residual"), 0.004337349182448453, 0.12346086748417544);
}

TEST(Vod, EqualsNumPyAndPoolsToTheLeast) {
  EXPECT_NEAR(of_attribute(small(), "vod", 0).value, 0.07106227106227106, kExact);  // var(truth - guess) / var(truth)
  EXPECT_NEAR(of_attribute(small(), "vod", 1).value, 0.08293698630136985, kExact);
  EXPECT_EQ(pooled(small(), "vod").value, of_attribute(small(), "vod", 0).value);
}

TEST(Vod, IgnoresBiasAndRewardsReflection) {
  const Matrix truth = random::gaussian_matrix(1000, 2, random::Rng::from_seed(6)),
               near = truth + 0.5 * random::gaussian_matrix(1000, 2, random::Rng::from_seed(7)), far = near.array() + 1e8 / 3;
  EXPECT_NEAR(pooled(compared(truth, -truth), "vod").value, 4, 1e-12);
  EXPECT_NEAR(pooled(compared(truth, far), "vod").value, pooled(compared(truth, near), "vod").value, 1e-6);
}

TEST(WithinAndRecovery, CountTheEntriesInside) {
  const double within[2][5] = {{2, 2, 3, 6, 6}, {1, 2, 4, 5, 6}}, recovery[2][6] = {{2, 2, 3, 4, 4, 6}, {1, 2, 3, 5, 5, 5}};
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t t = 0; t < 5; ++t) EXPECT_DOUBLE_EQ(of_attribute(small(), "within", j, t).value, within[j][t] / 6);
    for (std::size_t t = 0; t < 6; ++t) EXPECT_DOUBLE_EQ(of_attribute(small(), "recovery", j, t).value, recovery[j][t] / 6);
  }
  EXPECT_DOUBLE_EQ(pooled(small(), "within", 2).value, 3.5 / 6);
}

TEST(Recovery, OfAZeroNeedsAZero) {
  // Erratum 52: the definition as printed divides by x.
  Matrix truth(4, 1), guess(4, 1);
  truth << 0, 0, 1, 2;
  guess << 0, 1e-6, 1, 2;
  EXPECT_DOUBLE_EQ(of_attribute(compared(truth, guess), "recovery", 0, 5).value, 0.75);
  guess(1, 0) = 1e-15;  // what rounding makes of a zero
  EXPECT_DOUBLE_EQ(of_attribute(compared(truth, guess), "recovery", 0, 5).value, 1);
}

TEST(Snr, IsVarianceOverMeanSquaredError) {
  EXPECT_NEAR(of_attribute(small(), "snr", 0).value, 13.957055214723926, 1e-11);
  EXPECT_NEAR(pooled(small(), "snr").value, 12.264527714324794, 1e-11);
  EXPECT_LT(of_attribute(small(), "snr", 0).low, of_attribute(small(), "snr", 0).high);
}

TEST(Information, EqualsTheGaussianFormula) {
  EXPECT_NEAR(of_attribute(small(), "information", 0).value, 2.894270934855126, 1e-11);
  EXPECT_NEAR(of_attribute(small(), "information", 1).value, 2.574338658875777, 1e-11);
}

TEST(Dissimilarity, IsTheRootMeanSquareAndTheLiteralOneIsAsPrinted) {
  EXPECT_NEAR(pooled(small(), "dissimilarity").value, 0.08485679404499635, kExact);
  EXPECT_NEAR(pooled(small(), "dissimilarity_literal").value, 0.06000281449896717, kExact);
}

TEST(Dissimilarity, OfPaper002Figure4IsMet) {
  // Data 50 x 190, 50 x 10; white noise has no correlations, so Dis(data, noise) is the RMS correlation of the data, .091 in
  // papers' figure 4 at theta = 1, which depends on the eigenvectors: here it is computed from the covariance itself.
  const Index m = 20, n = 40000;
  const random::Rng rng = random::Rng::from_seed(8);
  const Matrix q = random::haar_orthogonal(m, rng.fork("vectors"));
  Vector root = Vector::Constant(m, std::sqrt(10.0));
  root.head(m / 2).setConstant(std::sqrt(190.0));
  const Matrix truth = random::gaussian_matrix(n, m, rng.fork("data")) * root.asDiagonal() * q.transpose();
  const Matrix white = random::gaussian_matrix(n, m, rng.fork("noise"));
  const Matrix covariance = q * root.cwiseAbs2().asDiagonal() * q.transpose();
  const Vector scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix correlation = scale.asDiagonal() * covariance * scale.asDiagonal();
  const double pairs = static_cast<double>(m * m - m),
               expected = std::sqrt((correlation.squaredNorm() - static_cast<double>(m)) / pairs);
  // Sampled correlations err by 1/sqrt(n) each, two matrices of them: adds at most 2/n to the mean square and spreads less than
  // that.
  EXPECT_NEAR(pooled(compared(truth, white), "dissimilarity").value, expected, 4 / std::sqrt(static_cast<double>(n)));
}

TEST(Interval, IsTheQuantileOfTheErrors) {
  // beyond.md 3.1: Gaussian errors of size sigma give widths 1.34898, 3.919928 and 6.581053 sigma.
  const Index n = 200000;
  const random::Rng rng = random::Rng::from_seed(9);
  const Matrix truth = random::gaussian_matrix(n, 1, rng.fork("truth"));
  const Matrix error = 0.25 * random::gaussian_matrix(n, 1, rng.fork("error"));
  const Comparison comparison = compared(truth, truth + error);
  const double expected[] = {1.34898, 3.919928, 6.581053}, density[] = {0.31778, 0.058445, 0.0017798}, c[] = {0.5, 0.95, 0.999};
  for (std::size_t key = 0; key < 3; ++key) {
    // Standard error of a quantile of |z| is sqrt(c (1 - c) / n) / (2 density); twice that for the width.
    const double se = 2 * std::sqrt(c[key] * (1 - c[key]) / static_cast<double>(n)) / (2 * density[key]);
    const Value width = of_attribute(comparison, "interval", 0, key);
    EXPECT_NEAR(width.value * population_sd(truth)[0] / 0.25, expected[key], 4 * se);
    EXPECT_LT(width.low, width.value);
    EXPECT_LT(width.value, width.high);
  }
}

TEST(EveryMeasure, AnIdenticalCopyScoresAHundredPercent) {
  const Matrix truth = random::gaussian_matrix(5000, 3, random::Rng::from_seed(1));
  const Comparison copy = compared(truth, truth);
  for (const char* zero : {"rmse", "nrmse", "residual", "dissimilarity", "tv", "ks", "interval", "vod"}) {
    EXPECT_NEAR(pooled(copy, zero).value, 0, 1e-15) << zero;
  }
  for (std::size_t t = 0; t < std::size(kWithin); ++t) EXPECT_EQ(pooled(copy, "within", t).value, 1);
  for (std::size_t t = 0; t < std::size(kRecovery); ++t) EXPECT_EQ(pooled(copy, "recovery", t).value, 1);
  EXPECT_EQ(pooled(copy, "snr").value, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(pooled(copy, "information").value, 26, 1);
}

TEST(EveryMeasure, TheMeanScoresTheBaseline) {
  const Matrix truth = (random::gaussian_matrix(5000, 3, random::Rng::from_seed(2)).array() * 7 + 1000).matrix();
  const Comparison mean = compared(truth, truth.colwise().mean().replicate(truth.rows(), 1));
  EXPECT_NEAR(pooled(mean, "nrmse").value, 1, 1e-12);
  EXPECT_NEAR(pooled(mean, "snr").value, 1, 1e-12);
  EXPECT_EQ(pooled(mean, "residual").value, 1);
  EXPECT_EQ(pooled(mean, "information").value, 0);
}

TEST(EveryMeasure, PureNoiseExplainsNothing) {
  const Index n = 50000;
  const Matrix truth = random::gaussian_matrix(n, 2, random::Rng::from_seed(3)),
               noise = random::gaussian_matrix(n, 2, random::Rng::from_seed(4));
  const Comparison comparison = compared(truth, noise);
  EXPECT_GT(pooled(comparison, "residual").value, 1 - 25.0 / static_cast<double>(n));  // corr^2 is 1/n times a chi-square
  EXPECT_NEAR(pooled(comparison, "nrmse").value, std::sqrt(2), 0.02);                  // se of the MSE is 2 sqrt(2/n) = .013
  // |z1 - z2| <= t: 2 Phi(t / sqrt 2) - 1.
  const double expected = std::erf(0.5 / 2), se = std::sqrt(expected * (1 - expected) / static_cast<double>(2 * n));
  EXPECT_NEAR(pooled(comparison, "within", 3).value, expected, 4 * se);
}

TEST(EveryMeasure, AReflectedAndRescaledGuessExplainsEverything) {
  const Matrix truth = random::gaussian_matrix(1000, 1, random::Rng::from_seed(5));
  EXPECT_NEAR(pooled(compared(truth, (-3 * truth.array() + 2).matrix()), "residual").value, 0, 1e-14);
}

TEST(EveryMeasure, AConstantAttributeIsNothingAndLeftOutOfPooledFigures) {
  for (const Measure* measure : all_measures()) {
    const Figure figure = measure->compute(small());
    for (const Value& value : figure.pooled) EXPECT_FALSE(std::isnan(value.value)) << measure->name;
    if (figure.attributes.empty()) continue;
    ASSERT_EQ(figure.attributes.size(), 3u);
    for (const Value& value : figure.attributes[2]) EXPECT_TRUE(std::isnan(value.value)) << measure->name;
  }
}

TEST(EveryMeasure, NothingVariesNothingIsSaid) {
  const Matrix truth = Matrix::Constant(10, 2, 3);
  for (const Measure* measure : all_measures())
    for (const Value& value : measure->compute(compared(truth, truth)).pooled)
      EXPECT_TRUE(std::isnan(value.value)) << measure->name;
}

TEST(EveryMeasure, OneRecordOrNoneIsNoAccident) {
  const Matrix one = Matrix::Constant(1, 2, 3);
  for (const Measure* measure : all_measures()) {
    for (const Value& value : measure->compute(compared(one, one)).pooled)
      EXPECT_TRUE(std::isnan(value.value)) << measure->name;
    for (const Value& value : measure->compute(Comparison(Vector::Ones(2))).pooled)
      EXPECT_TRUE(std::isnan(value.value)) << measure->name;
  }
}

TEST(EveryMeasure, HugeMagnitudesStayFinite) {
  const Matrix unit = random::gaussian_matrix(500, 2, random::Rng::from_seed(6)),
               error = random::gaussian_matrix(500, 2, random::Rng::from_seed(7));
  const Comparison plain = compared(unit, unit + 0.5 * error);
  for (const double scale : {1e100, 1e-100}) {
    const Comparison scaled = compared(scale * unit, scale * (unit + 0.5 * error));
    for (const char* name : {"nrmse", "residual", "within", "interval"}) {
      EXPECT_NEAR(pooled(scaled, name).value, pooled(plain, name).value, 1e-3) << name << scale;
      EXPECT_NEAR(pooled(scaled, name).high, pooled(plain, name).high, 1e-3) << name << scale;
    }
  }
}

TEST(FindMeasure, SuggestsTheNearestNameWhenMisspelt) {
  try {
    find_measure("nrmsse");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("there is no measure 'nrmsse'; did you mean 'nrmse'?"), std::string::npos)
        << error.what();
  }
}

}  // namespace figures_test
}  // namespace guise::measures
