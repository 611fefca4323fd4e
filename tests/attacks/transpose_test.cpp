// SPDX-License-Identifier: Apache-2.0
// Paper 000, section VI: the transpose of the matrix, or of a guessed one, over many matrices (papers.md, "R known" and
// "R guessed"). Tolerances are five standard errors over the matrices drawn.
#include <gtest/gtest.h>

#include "mixtures.h"

namespace guise::attacks::testing {
namespace transpose_test {

constexpr Index kAttributes = 10, kRows = 4;
constexpr std::uint64_t kMatrices = 3000;

Matrix record() {
  Matrix x(1, kAttributes);
  x << 1, -2, 0.5, 3, 0, 1.5, -0.7, 2, -1, 0.3;
  return x;
}

MatrixLaw gaussian_law(bool scaled = true, double sd = 1) {
  return {.law = "gaussian", .rows = kRows, .columns = kAttributes, .sd = sd, .scaled = scaled};
}

/// The guess of that record under one secret matrix R * unit / sqrt(k) after the other.
Matrix guesses(const std::string& spec, const std::optional<MatrixLaw>& law, double unit = 1) {
  Matrix out(kMatrices, kAttributes);
  for (std::uint64_t i = 0; i < kMatrices; ++i) {
    const Matrix matrix = unit * projection(kRows, kAttributes, i);
    Knowledge known = insider(matrix);
    known.matrix_law = law;
    const random::Rng rng = random::Rng::from_seed(1'000'000 + i);
    out.row(static_cast<Index>(i)) = reconstruct(spec, mixed(record(), matrix), known, {}, {}, rng).values;
  }
  return out;
}

Vector squared_errors(const Matrix& guess) {
  return (guess.rowwise() - record().row(0)).rowwise().squaredNorm() / record().squaredNorm();
}

TEST(TransposeAttack, IsUnbiasedWithTheVarianceOfThePaper) {
  // Scaled, and as in section VI.C without the scale: R of sd 3 is 3 sqrt(k) times the scaled one.
  for (const auto& [law, unit] : {std::pair{gaussian_law(), 1.0}, std::pair{gaussian_law(false, 3), 3 * std::sqrt(4.0)}}) {
    const Matrix guess = guesses("transpose", law, unit);
    for (Index i = 0; i < kAttributes; ++i) {
      const double x = record()(i), variance = (square(x) + record().squaredNorm()) / kRows;  // 2/k x_i^2 + 1/k sum of others
      expect_mean(guess.col(i), x, "mean");                                                   // erratum 1: it is not off by x_i
      expect_mean((guess.col(i).array() - x).square(), variance, "variance");
    }
    expect_mean(squared_errors(guess), 2.75, "(m + 1) / k of the square: worse than answering 0 (erratum 9)");
  }
}

TEST(TransposeAttack, TakesTheScaleFromTheMatrixWithoutItsLaw) {
  const Matrix known_law = guesses("transpose", gaussian_law()), without = guesses("transpose", {});
  EXPECT_LT(squared_errors(without).mean(), 1.02 * squared_errors(known_law).mean());
  EXPECT_LT((guesses("transpose", {}, 1e6) - without).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(TransposeAttack, DividesByWhatTheLawExpectsOfAColumn) {
  const Matrix matrix = projection(kRows, kAttributes, 1), y = mixed(record(), matrix);
  const double seen = matrix.squaredNorm() / kAttributes;
  const auto factor = [&](const std::optional<MatrixLaw>& law, double unit) {
    Knowledge known = insider(unit * matrix);
    known.matrix_law = law;
    return reconstruct("transpose", unit * y, known).values(0, 1) / (y * matrix)(0, 1) * seen;
  };
  EXPECT_NEAR(factor({}, 1), 1, 1e-12);
  EXPECT_NEAR(factor(gaussian_law(), 1), seen, 1e-12);
  EXPECT_NEAR(factor(gaussian_law(false, 3), 6), seen, 1e-12);
  EXPECT_NEAR(factor(gaussian_law(), 100), 1, 1e-12);  // in other units since: the law does not hold
}

TEST(TransposeAttack, ScaledBestBeatsTheFactorOfErratum9) {
  const double k = kRows, m = kAttributes, factor = k / (k + m + 1);
  expect_mean(squared_errors(factor * guesses("transpose", gaussian_law())), 1 - factor, "one factor for all matrices");
  Vector expected(kMatrices);  // with the best factor for each matrix, of a record of any direction
  for (std::uint64_t i = 0; i < kMatrices; ++i) {
    const Matrix matrix = projection(kRows, kAttributes, i), square = matrix.transpose() * matrix;
    expected[static_cast<Index>(i)] = 1 - guise::square(square.trace()) / (m * square.squaredNorm());
  }
  const Vector left = squared_errors(guesses("transpose(scale=best)", {}));
  expect_mean(left - expected, 0, "a factor for each matrix");
  EXPECT_LT(left.mean(), 1 - factor);
  EXPECT_GT(left.mean(), 1 - k / m);  // the shortest solution beats it
}

// The factor is the one that a search finds, with moments and noise.
TEST(TransposeAttack, FindsTheBestFactorForMomentsAndNoise) {
  const Vector mean = Vector::Constant(5, 3), spread = (Vector(5) << 4, 1, 9, 2, 0.5).finished();
  const Matrix matrix = projection(3, 5, 1);
  Knowledge known = insider(matrix, mean, spread.asDiagonal());
  known.channel->covariance = 0.7 * Matrix::Identity(3, 3);
  Matrix x = random::gaussian_matrix(40'000, 5, random::Rng::from_seed(2)) * spread.cwiseSqrt().asDiagonal();
  x.rowwise() += mean.transpose();
  const Matrix y = mixed(x, matrix) + noise(40'000, 3, std::sqrt(0.7), 3);
  const double found = mean_square(reconstruct("transpose(scale=best)", y, known).values - x);
  const Matrix direction = (y.rowwise() - (matrix * mean).transpose()) * matrix, target = x.rowwise() - mean.transpose();
  const double best = (direction.array() * target.array()).sum() / direction.squaredNorm();
  EXPECT_NEAR(found, mean_square(best * direction - target), 1e-3 * found);
}

TEST(TransposeAttack, UndoesARotation) {
  const Matrix matrix = random::haar_orthogonal(6, random::Rng::from_seed(3)), x = noise(50, 6, 2, 4);
  EXPECT_LT((reconstruct("transpose", mixed(x, matrix), insider(matrix)).values - x).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(TransposeAttack, SaysNothingOfAZeroMatrix) {
  const Outcome outcome = learn_from("transpose", Matrix::Zero(9, 2), insider(Matrix::Zero(2, 3)));
  EXPECT_NE(outcome.reason.find("every entry of the matrix is 0"), std::string::npos) << outcome.reason;
}

// Erratum 8: mean 0 but variance |x|^2 / k, not "approximately a null matrix".
TEST(GuessAttack, IsZeroOnAverageWithMoreVarianceThanTheData) {
  for (const auto& [law, unit] : {std::pair{gaussian_law(), 1.0}, std::pair{gaussian_law(false, 3), 3 * std::sqrt(4.0)}}) {
    const Matrix guess = guesses("guess", law, unit);
    for (Index i = 0; i < kAttributes; ++i) {
      expect_mean(guess.col(i), 0, "mean");
      expect_mean(guess.col(i).cwiseAbs2(), record().squaredNorm() / kRows, "variance");
    }
  }
}

// Any law: with E[M'M] = I and as many matrices, |x^|^2 is on average m / k times |x|^2, and for rotations |x|^2 itself.
TEST(GuessAttack, DrawsAMatrixOfTheLaw) {
  for (const auto& [name, zeros] : {std::pair{"sign", 0.0}, std::pair{"sparse", 2.0 / 3}, std::pair{"orthonormal", 0.0}}) {
    MatrixLaw law = gaussian_law();
    law.law = name;
    law.zeros = zeros;
    const Vector lengths = guesses("guess", law).rowwise().squaredNorm() / record().squaredNorm();
    expect_mean(lengths, static_cast<double>(kAttributes) / kRows, name);
  }
  const Matrix x = noise(20, 5, 1, 5), matrix = random::haar_orthogonal(5, random::Rng::from_seed(6));
  for (const char* law : {"haar", "permutation"}) {
    Knowledge known = insider(matrix);
    known.matrix_law = MatrixLaw{.law = law, .rows = 5, .columns = 5};
    const Matrix guess = reconstruct("guess", mixed(x, matrix), known).values;
    EXPECT_LT((guess.rowwise().norm() - x.rowwise().norm()).cwiseAbs().maxCoeff(), 1e-12) << law;
  }
}

TEST(GuessAttack, SaysWhyItDoesNotApply) {
  Knowledge known = insider(projection(3, 5, 7));
  known.matrix_law = MatrixLaw{.law = "gaussian", .rows = 4, .columns = 5};
  EXPECT_NE(learn_from("guess", noise(9, 3, 1, 8), known).reason.find("further matrices"), std::string::npos);
  Knowledge plain;
  plain.matrix_law = MatrixLaw{.law = "haar", .rows = 3, .columns = 3};
  EXPECT_NE(learn_from("guess", noise(9, 3, 1, 8), plain).reason.find("originals' own"), std::string::npos);
}

}  // namespace transpose_test
}  // namespace guise::attacks::testing
