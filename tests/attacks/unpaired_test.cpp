// SPDX-License-Identifier: Apache-2.0
// A secret rotation undone with a sample of other records and no pair: beyond-2 section 4.1.
#include <gtest/gtest.h>

#include "attacks/sign_evidence.h"
#include "attacks/soft_match.h"
#include "attacks/soft_max.h"
#include "population_data.h"

namespace guise::attacks {
namespace {

using namespace testing;
using random::Rng;

Matrix rotation(Index m, std::uint64_t seed) {
  return random::haar_orthogonal(m, Rng::from_seed(seed).fork("secret"));
}

double unexplained(const Matrix& guess, const Matrix& truth) {
  return relative_errors(guess, truth).mean();
}

/// Records around centres of falling size: no axis is an attribute, none is independent of the others.
Matrix grouped(Index rows, Index m, std::uint64_t seed) {
  constexpr Index kGroups = 12;
  const Rng rng = Rng::from_seed(99);
  Vector size(m);
  for (Index j = 0; j < m; ++j) size[j] = std::pow(0.9, static_cast<double>(j));
  const Matrix centres = 2 * random::gaussian_matrix(kGroups, m, rng.fork("centres")) * size.asDiagonal();
  const Vector which = law_column(random::Law::uniform, rows, seed, 0) / std::sqrt(12.0);
  Matrix x = random::gaussian_matrix(rows, m, Rng::from_seed(seed).fork("own")) * size.asDiagonal();
  for (Index i = 0; i < rows; ++i)
    x.row(i) += centres.row(std::min<Index>(kGroups - 1, static_cast<Index>((which[i] + 0.5) * kGroups)));
  return x * random::haar_orthogonal(m, rng.fork("axes"));
}

// Columns of the same size: every rotation has the same covariance, so that principal axes tell nothing.
TEST(UnpairedAttack, UndoesARotationOfColumnsOfTheSameSize) {
  const Matrix x = skewed(1500, 5, 1), sample = skewed(800, 5, 2), released = x * rotation(5, 1).transpose();
  EXPECT_LT(unexplained(reconstruct("unpaired", released, population(sample)).values, x), 0.02);
}

// Sizes a million times apart: small columns count as much as large ones.
TEST(UnpairedAttack, FindsSmallColumnsBesideLargeOnes) {
  const Vector size = (Vector(4) << 1000, 30, 1, 0.001).finished();
  const Matrix x = skewed(1500, 4, 3) * size.asDiagonal(), sample = skewed(800, 4, 4) * size.asDiagonal();
  const Matrix guess = reconstruct("unpaired", x * rotation(4, 2).transpose(), population(sample)).values;
  EXPECT_LT(relative_errors(guess, x).maxCoeff(), 0.05);
}

// More columns than are whitened, scaled and moved; `align` has the principal axes and no more.
TEST(UnpairedAttack, TurnsManyDependentColumnsBackWhereverTheyLie) {
  const Matrix x = grouped(900, 40, 1), sample = grouped(900, 40, 2);
  const Matrix released = (3 * x * rotation(40, 3).transpose()).array() - 100;
  const double left = unexplained(reconstruct("unpaired", released, population(sample)).values, x);
  EXPECT_LT(left, 0.35);
  EXPECT_GT(unexplained(reconstruct("align", released, population(sample)).values, x), 2 * left);
}

// With the rotation known, noise of variance 0.25 leaves 0.25 / 1.25 of independent columns of variance 1.
TEST(UnpairedAttack, FiltersTheNoise) {
  const Matrix x = skewed(4000, 4, 5), sample = skewed(2000, 4, 6);
  Knowledge known = population(sample);
  known.noise_covariance = Matrix(0.25 * Matrix::Identity(4, 4));
  const double left =
      unexplained(reconstruct("unpaired", x * rotation(4, 4).transpose() + noise(4000, 4, 0.5, 1), known).values, x);
  EXPECT_GT(left, 0.19);
  EXPECT_LT(left, 0.25);
}

TEST(UnpairedAttack, UndoesAnySquareMatrix) {
  const Matrix x = skewed(1500, 4, 7), sample = skewed(800, 4, 8);
  Knowledge known = population(sample);
  known.matrix_law = MatrixLaw{.step = "project", .law = "gaussian", .rows = 4, .columns = 4};
  const Matrix matrix = random::gaussian_matrix(4, 4, Rng::from_seed(9));
  EXPECT_LT(unexplained(reconstruct("unpaired", x * matrix.transpose(), known).values, x), 0.05);
}

// A column that is the sum of two others, and a constant one.
TEST(UnpairedAttack, ReadsColumnsThatDependOnOthers) {
  const auto table = [](std::uint64_t seed) {
    Matrix x(1200, 5);
    x << skewed(1200, 3, seed), Matrix::Constant(1200, 2, 7);
    x.col(3) = x.col(0) + x.col(1);
    return x;
  };
  const Matrix x = table(10), guess = reconstruct("unpaired", x * rotation(5, 5).transpose(), population(table(11))).values;
  EXPECT_LT(relative_errors(guess.leftCols(4), x.leftCols(4)).maxCoeff(), 0.05);
  EXPECT_NEAR((guess.col(4).array() - 7).abs().maxCoeff(), 0, 1e-6);
}

// Gaussian data look the same mirrored and turned: whatever is found is luck, and must not be reported.
TEST(UnpairedAttack, SaysNothingOfGaussianData) {
  const Vector falling = (Vector(5) << 8, 4, 2, 1, 0.5).finished();
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Vector size = seed % 2 == 0 ? falling : Vector(Vector::Ones(5));
    const auto table = [&](std::uint64_t s) {
      return Matrix(random::gaussian_matrix(300, 5, Rng::from_seed(s)) * size.asDiagonal());
    };
    const Outcome outcome = learn_from("unpaired", table(seed) * rotation(5, seed).transpose(), population(table(100 + seed)));
    EXPECT_FALSE(outcome.reconstruction) << seed;
    EXPECT_TRUE(outcome.reason.starts_with("two halves of the records give rotations that agree to")) << outcome.reason;
  }
}

// The direction of a symmetric column is open: it is left at its mean, and the others are found.
TEST(UnpairedAttack, LeavesAxesOfOpenDirectionAtTheirMean) {
  const auto table = [](std::uint64_t seed) {
    Matrix x(1500, 4);
    x << skewed(1500, 3, seed), 4 * random::gaussian_matrix(1500, 1, Rng::from_seed(seed));
    return x;
  };
  const Matrix x = table(12), guess = reconstruct("unpaired", x * rotation(4, 6).transpose(), population(table(13))).values;
  const Vector errors = relative_errors(guess, x);
  EXPECT_LT(errors.head(3).maxCoeff(), 0.1);
  EXPECT_NEAR(errors[3], 1, 0.1);
}

TEST(UnpairedAttack, SaysWhatItCannotRead) {
  const Matrix x = skewed(200, 3, 14);
  Knowledge known = population(x);
  EXPECT_EQ(learn_from("unpaired", x.leftCols(2), known).reason,
            "the release has 2 columns and the originals 3: a projection cannot be turned back");
  EXPECT_EQ(learn_from("unpaired", x.topRows(40), known).reason,
            "it compares distributions and takes at least 50 records of the release and of the sample");
  known.sample = Matrix::Constant(100, 3, 1);
  EXPECT_EQ(learn_from("unpaired", x, known).reason, "every attribute of the sample is constant");
  known = population(x);
  known.mixed = false;
  known.shape = MaskShape{};
  EXPECT_EQ(learn_from("unpaired", x, known).reason,
            "the release has the originals' own columns: there is no rotation to undo");
}

TEST(SoftMax, IsTheExponentialToSinglePrecision) {
  for (const Index count : {1, 15, 16, 100}) {
    Eigen::VectorXf values = random::gaussian_matrix(count, 1, Rng::from_seed(1)).cast<float>() * 10;
    const Vector shifted = (values.array() - values.maxCoeff()).cast<double>();
    const Vector expected = (shifted * 0.7).array().max(-60.0).exp();
    const SoftMax sums = soft_max(values.data(), count, 0.7F);
    EXPECT_LT(((values.cast<double>() - expected).array() / expected.array()).abs().maxCoeff(), 1e-5) << count;
    EXPECT_NEAR(sums.sum, expected.sum(), 1e-5 * expected.sum());
    EXPECT_NEAR(sums.squares, expected.squaredNorm(), 1e-5 * expected.squaredNorm());
  }
}

// From a rotation that is 20 degrees off, the clouds being the same points: the fixed point is the identity.
TEST(SoftMatch, ReturnsToTheRotationOfIdenticalClouds) {
  const Singles points = skewed(500, 3, 15).transpose().cast<float>();
  const TwoClouds clouds{.a = points, .b = points, .metric = Vector::Ones(3)};
  Matrix turn = Matrix::Identity(3, 3);
  turn.topLeftCorner(2, 2) << std::cos(0.35), -std::sin(0.35), std::sin(0.35), std::cos(0.35);
  for (int round = 0; round < 30; ++round) turn = soft_match(clouds, turn, 3, {.share = 0.01});
  EXPECT_LT((turn - Matrix::Identity(3, 3)).norm(), 0.02);
  EXPECT_LT(nearest_squares(clouds, Matrix::Identity(3, 3), points).maxCoeff(), 1e-4);
}

// Below 2 standard errors for symmetric data in 300 tests, far above for skewed ones.
TEST(SignEvidence, IsNoneForSymmetricDataAndMuchForSkewedOnes) {
  double most = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const SignEvidence none = sign_evidence(random::gaussian_matrix(150, 5, Rng::from_seed(seed)),
                                            random::gaussian_matrix(150, 5, Rng::from_seed(1000 + seed)));
    most = std::max({most, none.energy.maxCoeff(), none.skewness.maxCoeff()});
  }
  EXPECT_LT(most, 2);
  const SignEvidence much = sign_evidence(skewed(400, 4, 16), skewed(400, 4, 17));
  EXPECT_GT(much.energy.minCoeff(), 4);
  const SignEvidence against = sign_evidence(-skewed(400, 4, 16), skewed(400, 4, 17));
  EXPECT_LT(against.energy.maxCoeff(), 0);
}

}  // namespace
}  // namespace guise::attacks
