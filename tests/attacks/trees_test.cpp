// SPDX-License-Identifier: Apache-2.0
// Columns in clear average the noise away: against the best linear prediction of group effects, and against curves.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "attacks/attack.h"
#include "attacks/in_memory.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace trees_test {

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

/// A kept town of everybody, and what the release says of all records.
struct Towns {
  Towns() : x(kRows, 3), town(kRows, 1) {
    const Vector effect = normals(20);
    for (Index i = 0; i < kRows; ++i) town(i, 0) = static_cast<double>(i % 30);
    for (Index j = 0; j < 3; ++j)
      for (Index i = 0; i < kRows; ++i) x(i, j) = effect[i % 30 + 100 * j];
    for (Index j = 0; j < 3; ++j) x.col(j) += 0.4 * normals(static_cast<std::uint32_t>(21 + j));
  }
  Evidence evidence(const Matrix& y, const Knowledge& known) const {
    Evidence out = gather(y, known);
    out.side = town;
    return out;
  }
  /// Share of the variance that is left of all columns.
  double left(const Matrix& y, const Knowledge& known) const {
    const Outcome outcome = learn(find_attack("trees"), evidence(y, known), known, {}, random::Rng::from_seed(1));
    EXPECT_TRUE(outcome.reconstruction) << outcome.reason;
    if (!outcome.reconstruction) return 1;
    const Matrix guess = outcome.reconstruction->guess({.released = y, .side = town, .count = kRows}).values;
    return (x - guess).squaredNorm() / (x.rowwise() - x.colwise().mean()).squaredNorm();
  }
  Matrix x, town;
};

Matrix noise_of(Index columns, double sd) {
  return sd * random::gaussian_matrix(kRows, columns, random::Rng::from_seed(13).fork("noise"));
}

/// Without the size of the noise the town's mean is the guess: of 100 records, 80 of them seen, behind noise of variance 9 that
/// leaves about 9 / 80 of the effect, and 0.16 of 1.16 that no town tells.
TEST(Trees, GuessesTheGroupWhereTheNoiseIsNotKnown) {
  const Towns towns;
  Knowledge known;
  known.side_is_category = {true};
  EXPECT_LT(towns.left(towns.x + noise_of(3, 3), known), 0.35);
}

/// Behind a secret rotation and noise, pairs show the way back, and the town what is left then.
TEST(Trees, ReadsMixedColumnsThroughKnownPairs) {
  const Towns towns;
  const Matrix turn = random::haar_orthogonal(3, random::Rng::from_seed(2).fork("rotation"));
  const Matrix y = towns.x * turn.transpose() + noise_of(3, 2);
  Knowledge known;
  known.side_is_category = {true};
  known.mixed = true;
  known.attributes = 3;
  known.noise_covariance = Matrix(4 * Matrix::Identity(3, 3));
  known.matrix_law = MatrixLaw{.law = "haar", .rows = 3, .columns = 3};
  known.shape = MaskShape{};
  known.pairs = Pairs{towns.x.topRows(400), y.topRows(400)};
  const double by_town = towns.left(y, known), alone = (towns.x - reconstruct("procrustes", y, known).values).squaredNorm() /
                                                       (towns.x.rowwise() - towns.x.colwise().mean()).squaredNorm();
  EXPECT_GT(alone, 0.6);
  EXPECT_LT(by_town, 0.35);
}

TEST(Trees, SaysWhyPairsDoNotDo) {
  const Towns towns;
  Knowledge known;
  known.side_is_category = {true};
  known.pairs = Pairs{towns.x.topRows(7), towns.x.topRows(7)};
  known.noise_covariance = Matrix(Matrix::Identity(3, 3));
  const auto reason = [&] {
    return learn(find_attack("trees"), towns.evidence(towns.x, known), known, {}, random::Rng::from_seed(1)).reason;
  };
  EXPECT_EQ(reason(), "the size of the noise is public: known pairs add nothing to columns in clear");
  known.mixed = true;
  known.attributes = 3;
  EXPECT_TRUE(reason().starts_with("the way back takes 8 known pairs")) << reason();
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

}  // namespace trees_test
}  // namespace guise::attacks
