// SPDX-License-Identifier: Apache-2.0
// Columns in clear average the noise away: against the best linear prediction of group effects, and against curves.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "attacks/attack.h"
#include "random/laws.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

constexpr Index kRows = 3000;

Vector normals(std::uint32_t stream) {
  Vector out(kRows);
  random::fill_normal(random::Rng::from_seed(12), stream, 0, {out.data(), static_cast<std::size_t>(kRows)});
  return out;
}

/// Share of the variance of each column that the attack leaves.
Vector left(const Matrix& x, const Matrix& noise_rows, const Vector& noise_variance, const Matrix& side, bool category) {
  Evidence evidence;
  evidence.records = kRows;
  for (Index j = 0; j < x.cols(); ++j) evidence.columns.push_back(std::string(1, static_cast<char>('a' + j)));
  evidence.sample = x + noise_rows;
  evidence.sample_records.resize(static_cast<std::size_t>(kRows));
  std::iota(evidence.sample_records.begin(), evidence.sample_records.end(), 0);
  evidence.moments = stats::moments_of(evidence.sample);
  evidence.side = side;
  Knowledge known;
  known.noise_covariance = noise_variance.asDiagonal();
  known.side_is_category = {category};
  const Outcome outcome = learn(find_attack("trees"), evidence, known, {}, random::Rng::from_seed(1));
  EXPECT_TRUE(outcome.reconstruction) << outcome.reason;
  const Matrix guess = outcome.reconstruction->guess({.released = evidence.sample, .side = side, .count = kRows}).values;
  return (x - guess).colwise().squaredNorm().transpose().cwiseQuotient(
      (x.rowwise() - x.colwise().mean()).colwise().squaredNorm().transpose());
}

/// A town's effect is most of both columns, and noise ten times that hides it. With both known, x = town + own:
/// what is left of own variance o under noise v is o v / (o + v), and of the town's mean its own error.
TEST(Trees, GroupMeansComeBackFromBehindNoise) {
  const Vector effect = normals(0);
  Matrix x(kRows, 2), side(kRows, 1);
  for (Index i = 0; i < kRows; ++i) side(i, 0) = static_cast<double>(i % 40);
  for (Index j = 0; j < 2; ++j)
    for (Index i = 0; i < kRows; ++i) x(i, j) = effect[i % 40 + 100 * j];
  x.col(0) += 0.4 * normals(1);
  x.col(1) += 0.4 * normals(2);
  const Vector variance = Vector::Constant(2, 10.0);
  Matrix noise(kRows, 2);
  noise << std::sqrt(10.0) * normals(3), std::sqrt(10.0) * normals(4);
  const Vector found = left(x, noise, variance, side, true);
  // 40 groups of 75, learnt from 50: (10.16 / 50) / (1 + 10.16 / 50) of the effect, and 0.16 that no town tells.
  for (Index j = 0; j < 2; ++j) EXPECT_LT(found[j], 0.4) << "a linear guess without the town leaves about 0.9";
}

TEST(Trees, ACurveOfAKnownColumnComesBack) {
  const Vector z = normals(5);
  const Matrix x = (3 * z).array().sin().matrix();
  const Vector variance = Vector::Constant(1, 5.0);
  EXPECT_LT(left(x, std::sqrt(5.0) * normals(6), variance, z, false)[0], 0.35);
}

/// Where columns in clear tell nothing, what is left is what the Bayes estimate leaves: v / (1 + v) of variance 1.
TEST(Trees, WithoutAnythingToLearnItIsTheBayesEstimate) {
  const Matrix x = normals(7);
  const double v = 0.5, found = left(x, std::sqrt(v) * normals(8), Vector::Constant(1, v), normals(9), false)[0];
  EXPECT_NEAR(found, v / (1 + v), 0.03);  // standard error about 0.01
}

TEST(Trees, NeedsColumnsInClear) {
  Evidence evidence;
  evidence.records = 10;
  evidence.columns = {"a"};
  evidence.sample = Matrix::Ones(10, 1);
  Knowledge known;
  known.noise_covariance = Matrix::Identity(1, 1);
  EXPECT_EQ(*learn(find_attack("trees"), evidence, known, {}, random::Rng::from_seed(1)).lacks, Fact::side);
}

}  // namespace
}  // namespace guise::attacks
