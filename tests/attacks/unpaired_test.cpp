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

}  // namespace
}  // namespace guise::attacks
