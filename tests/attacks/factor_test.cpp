// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "attacks/log_factor.h"
#include "attacks/signals.h"
#include "random/laws.h"
#include "support/dense.h"
#include "theory/reconstruction_error.h"

namespace guise::attacks::testing {
namespace factor_test {

Knowledge multiplied(const std::string& law, const Vector& sd, bool shaped = false) {
  Knowledge known;
  known.factor = Factor{.law = law, .sd = sd, .shaped = shaped};
  return known;
}

Matrix truncated_factors(Index n, Index m, double sd, std::uint64_t seed) {
  Matrix out(n, m);
  for (Index j = 0; j < m; ++j)
    random::fill_truncated_normal(random::Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0,
                                  {out.col(j).data(), static_cast<std::size_t>(n)});
  return (1 + sd * out.array()).matrix();
}

// scipy.integrate.quad of log(1 + sd t) and its square against exp(-t^2/2) on [-2, 2].
TEST(LogFactor, HasTheMomentsOfTruncatedFactors) {
  const LogMoments found = log_factor({.law = "truncated", .sd = Vector{{0.1, 0.3, 0.49}}}, Matrix::Identity(3, 3));
  const Vector mean{{-0.0039047005343778507, -0.03820989311766359, -0.13424295104316877}};
  const Vector variance{{0.007854682647925479, 0.0811615035024823, 0.35932030355873906}};
  EXPECT_LT((found.mean - mean).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((found.covariance.diagonal() - variance).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(LogFactor, LeavesOutZerosPairByPair) {
  Matrix released(4, 2);
  released << 1, 0, std::exp(1.0), -1, std::exp(2.0), std::exp(-1.0), 0, std::exp(3.0);
  const LogMoments found = gappy_moments(logs_of(released));
  EXPECT_NEAR(found.mean[0], 1, 1e-12);
  EXPECT_NEAR(found.mean[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(found.covariance(0, 0), 1, 1e-12);
  EXPECT_NEAR(found.covariance(0, 1), (0 * (-2.0 / 3)) + (1 * (-5.0 / 3)), 1e-12);
}

/// Lognormal data with correlated logarithms.
struct Lognormal {
  Matrix covariance = (Matrix(2, 2) << 0.5, 0.35, 0.35, 0.4).finished();
  Matrix draw(Index n, std::uint64_t seed) const { return noise(n, 2, 1, seed) * guise::testing::upper_root(covariance); }
};

// Gaussian logarithms and independent noise on them: the error of the logs is that of the Bayes estimate in closed form.
TEST(Factor, HasTheErrorOfTheBayesEstimateOfLogs) {
  constexpr Index n = 20'000;
  const Lognormal data;
  const double sd = 0.5;
  const Matrix log_x = data.draw(n, 1), log_y = (log_x + noise(n, 2, sd, 2)).array() - sd * sd / 2;
  const Matrix y = log_y.array().exp();
  const Guess guess = reconstruct("factor", y, multiplied("lognormal", Vector::Constant(2, sd)));
  // The guess is exp(mean + variance / 2): take the half variance off to get the posterior mean of the log.
  const Matrix half = ((guess.sd->cwiseQuotient(guess.values)).array().square() + 1).log() / 2;
  const Matrix log_guess = guess.values.array().log() - half.array();
  const double theory = theory::bayes_error(data.covariance, Matrix(sd * sd * Matrix::Identity(2, 2)));
  EXPECT_NEAR(mean_square(log_guess - log_x), theory, 5 * theory * std::sqrt(2.0 / n) + 5 * theory / std::sqrt(n));
  EXPECT_LT(mean_square(log_guess - log_x), 0.8 *
                                                theory::bayes_error(data.covariance.diagonal().asDiagonal().toDenseMatrix(),
                                                                    Matrix(sd * sd * Matrix::Identity(2, 2))) *
                                                1.25);
  // A posterior mean is unbiased.
  const Matrix x = log_x.array().exp();
  const double scatter = std::sqrt(mean_square(guess.values - x) / n);
  EXPECT_NEAR((guess.values - x).col(0).mean(), 0, 10 * scatter);
}

// Noise shaped like the data: Sigma_f = c Sigma_x leaves c / (1 + c) of each variance, and the other attributes do not help.
TEST(Factor, SolvesForShapedNoise) {
  constexpr Index n = 20'000;
  const double c = 0.5;
  const Lognormal data;
  const Vector variance = c * data.covariance.diagonal();
  const Matrix log_x = data.draw(n, 3), log_y = (log_x + std::sqrt(c) * data.draw(n, 4)).rowwise() - variance.transpose() / 2;
  const Guess guess = reconstruct("factor", log_y.array().exp(), multiplied("lognormal", variance.cwiseSqrt(), true));
  const Matrix half = ((guess.sd->cwiseQuotient(guess.values)).array().square() + 1).log() / 2;
  const double theory = c / (1 + c) * data.covariance.trace() / 2;
  EXPECT_NEAR(mean_square(guess.values.array().log() - half.array() - log_x.array()), theory,
              5 * theory * std::sqrt(2.0 / n) + 5 * theory / std::sqrt(n));
}

TEST(Factor, BeatsTheReleaseUnderTruncatedFactorsAndStaysWithinTheirReach) {
  constexpr Index n = 10'000;
  const Lognormal data;
  const Matrix x = data.draw(n, 5).array().exp(), y = x.cwiseProduct(truncated_factors(n, 2, 0.4, 6));
  const Matrix guess = reconstruct("factor", y, multiplied("truncated", Vector::Constant(2, 0.4))).values;
  EXPECT_LT(mean_square(guess - x), 0.8 * mean_square(y - x));
  EXPECT_TRUE((guess.array() >= y.array() / 1.8 - 1e-12).all() && (guess.array() <= y.array() / 0.2 + 1e-12).all());
}

TEST(Factor, KeepsSignsAndZeros) {
  constexpr Index n = 2000;
  Matrix x = noise(n, 3, 2, 7);
  for (Index i = 0; i < n; i += 5) x(i, i / 5 % 3) = 0;
  x.row(1).setZero();
  const Matrix y = x.cwiseProduct(truncated_factors(n, 3, 0.2, 8));
  const Guess guess = reconstruct("factor", y, multiplied("truncated", Vector::Constant(3, 0.2)));
  EXPECT_TRUE(guess.values.allFinite() && guess.sd->allFinite());
  EXPECT_EQ(guess.values.array().sign().matrix(), x.array().sign().matrix());
}

TEST(Factor, IsDefinedForConstantAndZeroColumnsAndRefusesOneRecord) {
  Matrix y(50, 3);
  y << Vector::Constant(50, 3), Vector::Zero(50), noise(50, 1, 1, 9);
  for (const bool shaped : {false, true}) {
    const Guess guess = reconstruct("factor", y, multiplied("lognormal", Vector::Constant(3, 0.1), shaped));
    EXPECT_TRUE(guess.values.allFinite());
    EXPECT_TRUE(guess.values.col(1).isZero());
  }
  EXPECT_FALSE(learn_from("factor", y.topRows(1), multiplied("lognormal", Vector::Constant(3, 0.1))).reconstruction);
}

}  // namespace factor_test
}  // namespace guise::attacks::testing
