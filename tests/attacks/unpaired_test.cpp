// SPDX-License-Identifier: Apache-2.0
// A secret rotation undone with a sample of other records and no pair: beyond-2 section 4.1.
#include <gtest/gtest.h>

#include <algorithm>

#include "attacks/sample_symmetry.h"
#include "attacks/sign_evidence.h"
#include "attacks/soft_match.h"
#include "attacks/soft_max.h"
#include "population_data.h"

namespace guise::attacks {
namespace unpaired_test {

using namespace testing;
using random::Rng;

Matrix rotation(Index m, std::uint64_t seed) {
  return random::haar_orthogonal(m, Rng::from_seed(seed).fork("secret"));
}

double unexplained(const Matrix& guess, const Matrix& truth) {
  return relative_errors(guess, truth).mean();
}

bool notes_say(const Outcome& outcome, std::string_view text) {
  const auto& notes = outcome.reconstruction->notes;
  return std::any_of(notes.begin(), notes.end(), [&](const auto& note) { return note.find(text) != std::string::npos; });
}

// Columns of the same size and of different laws: every rotation has the same covariance, so that principal axes tell nothing.
TEST(UnpairedAttack, UndoesARotationOfColumnsOfTheSameSize) {
  const Matrix x = skewed(1500, 4, 1), sample = skewed(800, 4, 2), released = x * rotation(4, 1).transpose();
  EXPECT_LT(unexplained(reconstruct("unpaired", released, population(sample)).values, x), 0.02);
}

// The first and the fifth column have one law. Whichever is taken for the first, the fit is the same: the mean of both leaves
// half of the variance of each, and that is said.
TEST(UnpairedAttack, GuessesTheMeanOfColumnsThatCanBeSwapped) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Matrix x = skewed(1000, 5, seed), sample = skewed(800, 5, 50 + seed), released = x * rotation(5, seed).transpose();
    const Outcome outcome = learn_from("unpaired", released, population(sample));
    ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
    EXPECT_TRUE(notes_say(outcome, "columns 1 and 5 of the sample can change places")) << seed;
    const Vector errors = relative_errors(outcome.reconstruction->guess({.released = released, .count = x.rows()}).values, x);
    EXPECT_LT(errors.segment(1, 3).maxCoeff(), 0.1) << seed;
    EXPECT_NEAR(errors[0], 0.5, 0.1) << seed;
    EXPECT_NEAR(errors[4], 0.5, 0.1) << seed;
  }
}

// Sizes a million times apart: small columns count as much as large ones.
TEST(UnpairedAttack, FindsSmallColumnsBesideLargeOnes) {
  const Vector size = (Vector(4) << 1000, 30, 1, 0.001).finished();
  const Matrix x = skewed(1500, 4, 3) * size.asDiagonal(), sample = skewed(800, 4, 4) * size.asDiagonal();
  const Matrix guess = reconstruct("unpaired", x * rotation(4, 2).transpose(), population(sample)).values;
  EXPECT_LT(relative_errors(guess, x).maxCoeff(), 0.05);
}

// With the rotation known, noise of variance 0.25 leaves 0.25 / 1.25 of independent columns of variance 1; sampling errors of
// the rotation add some.
TEST(UnpairedAttack, FiltersTheNoise) {
  const Matrix x = skewed(1200, 4, 5), sample = skewed(1200, 4, 6);
  Knowledge known = population(sample);
  known.noise_covariance = Matrix(0.25 * Matrix::Identity(4, 4));
  const double left =
      unexplained(reconstruct("unpaired", x * rotation(4, 4).transpose() + noise(1200, 4, 0.5, 1), known).values, x);
  EXPECT_GT(left, 0.19);
  EXPECT_LT(left, 0.25);
}

TEST(UnpairedAttack, UndoesAnySquareMatrix) {
  const Matrix x = skewed(1500, 4, 7), sample = skewed(800, 4, 8);
  Knowledge known = population(sample);
  known.matrix_law = MatrixLaw{.law = "gaussian", .rows = 4, .columns = 4};
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

// Gaussian data look the same mirrored and turned: a rotation that is found is an accident, and must not be reported.
TEST(UnpairedAttack, SaysNothingOfGaussianData) {
  const Vector falling = (Vector(5) << 8, 4, 2, 1, 0.5).finished();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Vector size = seed % 2 == 0 ? falling : Vector(Vector::Ones(5));
    const Matrix mix = seed % 4 < 2 ? Matrix(Matrix::Identity(5, 5)) : random::gaussian_matrix(5, 5, Rng::from_seed(seed));
    const auto table = [&](std::uint64_t s) {
      return Matrix(random::gaussian_matrix(300, 5, Rng::from_seed(s)) * size.asDiagonal() * mix);
    };
    EXPECT_FALSE(
        learn_from("unpaired", table(seed) * rotation(5, seed).transpose(), population(table(100 + seed))).reconstruction)
        << seed;
  }
}

// More columns than are whitened: both ways of checking are tried.
TEST(UnpairedAttack, SaysNothingOfManyGaussianColumns) {
  Vector size(40);
  for (Index j = 0; j < 40; ++j) size[j] = std::pow(0.93, static_cast<double>(j));
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const auto table = [&](std::uint64_t s) {
      return Matrix(random::gaussian_matrix(400, 40, Rng::from_seed(s)) * size.asDiagonal());
    };
    EXPECT_FALSE(
        learn_from("unpaired", table(seed) * rotation(40, seed).transpose(), population(table(100 + seed))).reconstruction)
        << seed;
  }
}

// By brute force: exchangeable columns (one law, equal correlations), a symmetric one, and two that differ in size only.
TEST(SampleSymmetry, FindsExchangesAndMirrorsThatTheLawHas) {
  Matrix x(4000, 5);
  x << skewed_column(4000, 21, 0), skewed_column(4000, 21, 4), 2 * skewed_column(4000, 21, 8),
      random::gaussian_matrix(4000, 1, Rng::from_seed(22)), skewed_column(4000, 21, 3);
  const SampleSymmetry found = sample_symmetry(x, false);
  EXPECT_EQ(found.swaps, (std::vector<std::pair<Index, Index>>{{0, 1}}));
  EXPECT_EQ(found.mirrored, std::vector<Index>{3});
  Matrix keep = Matrix::Identity(5, 5);
  keep.topLeftCorner(2, 2).setConstant(0.5);
  keep(3, 3) = 0;
  EXPECT_LT((found.keep - keep).cwiseAbs().maxCoeff(), 0.1);  // columns differ a little in standard deviation
  EXPECT_NEAR(found.kept, 3.0 / 5, 0.01);
  const SampleSymmetry scaled = sample_symmetry(x, true);
  EXPECT_EQ(scaled.swaps.size(), 3u) << "of three exponential columns, whatever their sizes";
}

// A sum of a column and noise has no mirror: the two move together. 180 mirrors of Gaussian columns are tested at 1 %: 1.8 are
// missed on average, with a standard deviation of 1.3, and 7 would be four of these above.
TEST(SampleSymmetry, SeesWhatBelongsTogether) {
  Matrix x = random::gaussian_matrix(2000, 2, Rng::from_seed(23));
  x.col(1) = (x.col(0) + x.col(1)).eval();
  EXPECT_TRUE(sample_symmetry(x, true).mirrored.empty());
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Matrix gaussian = random::gaussian_matrix(300, 3, Rng::from_seed(500 + seed));
    missed += 3 - static_cast<int>(sample_symmetry(gaussian, false).mirrored.size());
  }
  EXPECT_LE(missed, 7);
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
  EXPECT_GT(much.energy.minCoeff(), 1);
  const SignEvidence against = sign_evidence(-skewed(400, 4, 16), skewed(400, 4, 17));
  EXPECT_LT(against.energy.maxCoeff(), 0);
}

}  // namespace unpaired_test
}  // namespace guise::attacks
