// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mixtures.h"
#include "support/dense.h"

namespace guise::attacks::testing {
namespace inverse_test {

bool any_note(const Outcome& outcome, const std::string& text) {
  for (const std::string& note : outcome.reconstruction->notes)
    if (note.find(text) != std::string::npos) return true;
  return false;
}

TEST(InverseAttack, IsTheShortestSolution) {
  const Matrix matrix = projection(3, 7, 1), x = noise(20, 7, 2, 2), y = mixed(x, matrix);
  const Matrix guess = reconstruct("inverse", y, insider(matrix)).values;
  // R' (R R')^-1 u, as printed.
  const Matrix expected = y * guise::testing::inverse(matrix * matrix.transpose()) * matrix;
  EXPECT_LT((guess - expected).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((mixed(guess, matrix) - y).cwiseAbs().maxCoeff(), 1e-12);
  for (Index i = 0; i < 20; ++i) EXPECT_LE(guess.row(i).norm(), x.row(i).norm());
}

// papers.md: mse / |x|^2 = 1 - k/m = .6 for k = 4 of 10, over matrices.
TEST(InverseAttack, MissesOneMinusKOverMOfTheSquare) {
  const Matrix x = noise(1, 10, 1, 3);
  Vector left(3000);
  for (Index i = 0; i < left.size(); ++i) {
    const Matrix matrix = projection(4, 10, static_cast<std::uint64_t>(i));
    left[i] = (reconstruct("inverse", mixed(x, matrix), insider(matrix)).values - x).squaredNorm() / x.squaredNorm();
  }
  expect_mean(left, 0.6, "share of the square");
}

TEST(InverseAttack, StartsFromTheMeanWhereItIsKnown) {
  const Matrix matrix = projection(4, 10, 5);
  const Vector mean = Vector::Constant(10, 50);
  const Matrix x = noise(500, 10, 1, 6).array() + 50, y = mixed(x, matrix);
  const double around_mean = mean_square(reconstruct("inverse", y, insider(matrix, mean, Matrix::Identity(10, 10))).values - x);
  EXPECT_LT(around_mean, 1);
  EXPECT_GT(mean_square(reconstruct("inverse", y, insider(matrix)).values - x), 100);
}

TEST(InverseAttack, SolvesSquareAndTallSystemsExactlyWithTheirShift) {
  for (const Index k : {5, 8}) {
    const Matrix matrix = projection(k, 5, 7), x = noise(30, 5, 3, 8);
    Knowledge known = insider(matrix);
    known.channel->shift = Vector::LinSpaced(k, -4, 9);
    const Matrix y = mixed(x, matrix).rowwise() + known.channel->shift.transpose();
    EXPECT_LT((reconstruct("inverse", y, known).values - x).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_TRUE(any_note(learn_from("inverse", y, known), "one solution per record"));
  }
}

TEST(InverseAttack, SaysHowManyDimensionsAreLeftOpen) {
  const Matrix matrix = projection(3, 7, 9);
  EXPECT_TRUE(any_note(learn_from("inverse", noise(5, 3, 1, 9), insider(matrix)), "solutions fill 4 of 7 dimensions"));
}

TEST(InverseAttack, NamesRanksAndConditionsAndStaysFinite) {
  Matrix repeated = projection(3, 5, 10);
  repeated.row(2) = 2 * repeated.row(0) - repeated.row(1);
  const Matrix x = noise(30, 5, 1, 10);
  EXPECT_TRUE(any_note(learn_from("inverse", mixed(x, repeated), insider(repeated)), "the 3 x 5 matrix has rank 2"));
  const Matrix guess = reconstruct("inverse", mixed(x, repeated), insider(repeated)).values;
  EXPECT_LT((mixed(guess, repeated) - mixed(x, repeated)).cwiseAbs().maxCoeff(), 1e-12);
  Matrix narrow = Matrix::Identity(2, 2);
  narrow(1, 1) = 1e-11;
  EXPECT_TRUE(any_note(learn_from("inverse", x.leftCols(2), insider(narrow)),
                       "ill-conditioned: errors of the release grow up to 1.0e+11"));
  EXPECT_NE(learn_from("inverse", x.leftCols(2), insider(Matrix::Zero(2, 4))).reason.find("every entry"), std::string::npos);
}

TEST(InverseAttack, TakesMatricesToldWithoutShiftAndNoise) {
  const Matrix matrix = projection(3, 3, 11), x = noise(10, 3, 1, 12);
  Knowledge known = insider(matrix);
  known.channel = linalg::Affine{.map = matrix, .shift = {}, .covariance = {}};
  known.noise_mean = Vector::Constant(3, 2);
  const Matrix y = mixed(x, matrix).array() + 2;
  EXPECT_LT((reconstruct("inverse", y, known).values - x).cwiseAbs().maxCoeff(), 1e-11);
}

}  // namespace inverse_test
}  // namespace guise::attacks::testing
