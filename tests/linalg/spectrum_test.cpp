// SPDX-License-Identifier: Apache-2.0
#include "linalg/spectrum.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "base/error.h"

namespace guise::linalg {
namespace spectrum_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

Matrix symmetric(Index size, std::uint64_t seed) {
  const Matrix a = normals(size, size, seed);
  return a + a.transpose();
}

double largest(const Matrix& a) {
  return a.cwiseAbs().maxCoeff();
}

bool falling(const Vector& values) {
  for (Index i = 1; i < values.size(); ++i)
    if (values[i] > values[i - 1]) return false;
  return true;
}

class SpectrumOfSize : public ::testing::TestWithParam<Index> {};

TEST_P(SpectrumOfSize, MeetsTheDefinition) {
  const Index size = GetParam();
  const Matrix a = symmetric(size, 1);
  const Spectrum spectrum = symmetric_spectrum(a);
  const double scale = 1e-13 * static_cast<double>(size) * largest(a);
  EXPECT_LT(largest(a * spectrum.vectors - spectrum.vectors * spectrum.values.asDiagonal()), 10 * scale);
  EXPECT_LT(largest(spectrum.vectors.transpose() * spectrum.vectors - Matrix::Identity(size, size)), 1e-12);
  EXPECT_TRUE(falling(spectrum.values));
}

TEST_P(SpectrumOfSize, HasTheLargestEntryOfEveryVectorPositive) {
  const Spectrum spectrum = symmetric_spectrum(symmetric(GetParam(), 2));
  for (Index j = 0; j < GetParam(); ++j)
    EXPECT_EQ(spectrum.vectors.col(j).maxCoeff(), spectrum.vectors.col(j).cwiseAbs().maxCoeff());
}

// 99 and 100 are the last size of Eigen's solver and the first of LAPACK's.
INSTANTIATE_TEST_SUITE_P(BothSolvers, SpectrumOfSize, ::testing::Values(1, 2, 17, 99, 100, 150));

TEST(Spectrum, OfAKnownMatrixIsTheKnownOne) {
  Matrix a(2, 2);
  a << 2, 1, 1, 2;
  const Spectrum spectrum = symmetric_spectrum(a);
  EXPECT_NEAR(spectrum.values[0], 3, 1e-14);
  EXPECT_NEAR(spectrum.values[1], 1, 1e-14);
  EXPECT_NEAR(spectrum.vectors(0, 0), std::sqrt(0.5), 1e-14);
}

TEST(Spectrum, OfInfiniteValuesFailsWithASentence) {
  for (const Index size : {3, 120}) {
    Matrix a = symmetric(size, 3);
    a(1, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(symmetric_spectrum(a), Error) << size;
  }
}

TEST(ThinSvd, OfInfiniteValuesFailsInsteadOfNeverEnding) {
  for (const double wrong : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Matrix a = normals(3, 3, 1);
    a(1, 2) = wrong;
    EXPECT_THROW(thin_svd(a), Error);
    EXPECT_THROW(spectral_radius(a), Error);
    EXPECT_THROW(symmetric_spectrum(a), Error);
  }
}

TEST(ThinSvd, MeetsTheDefinitionForTallWideAndSquare) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{30, 7}, {7, 30}, {12, 12}, {1, 5}, {5, 1}}) {
    const Matrix a = normals(rows, columns, 4);
    const Svd svd = thin_svd(a);
    const Index size = std::min(rows, columns);
    ASSERT_EQ(svd.values.size(), size);
    EXPECT_LT(largest(svd.left * svd.values.asDiagonal() * svd.right.transpose() - a), 1e-13 * largest(a) * 30);
    EXPECT_LT(largest(svd.left.transpose() * svd.left - Matrix::Identity(size, size)), 1e-13);
    EXPECT_LT(largest(svd.right.transpose() * svd.right - Matrix::Identity(size, size)), 1e-13);
    EXPECT_TRUE(falling(svd.values));
    EXPECT_GE(svd.values.minCoeff(), 0);
    for (Index j = 0; j < size; ++j) EXPECT_EQ(svd.right.col(j).maxCoeff(), svd.right.col(j).cwiseAbs().maxCoeff());
  }
}

TEST(ThinSvd, SquaresToTheSpectrumOfTheGramMatrix) {
  const Matrix a = normals(50, 8, 5);
  const Vector values = symmetric_spectrum(a.transpose() * a).values;
  EXPECT_LT(largest(thin_svd(a).values.cwiseAbs2() - values), 1e-12 * values[0]);
}

TEST(PositivePart, KeepsPositiveMatricesAndLiftsTheOthers) {
  const Matrix b = normals(6, 6, 6), positive = b * b.transpose();
  Index lifted = -1;
  EXPECT_LT(largest(positive_part(positive, 0, &lifted) - positive), 1e-12 * largest(positive));
  EXPECT_EQ(lifted, 0);
  const Matrix indefinite = symmetric(6, 7);
  const Vector before = symmetric_spectrum(indefinite).values;
  const Matrix repaired = positive_part(indefinite, 0.5, &lifted);
  EXPECT_LT(largest(symmetric_spectrum(repaired).values - before.cwiseMax(0.5)), 1e-12);
  EXPECT_EQ(lifted, (before.array() < 0.5).count());
  EXPECT_GT(lifted, 0);
}

TEST(PositivePart, IsTheNearestPositiveMatrix) {
  // The distance is the length of the negative eigenvalues; no other positive matrix tried comes nearer.
  const Matrix a = symmetric(5, 8);
  const Matrix nearest = positive_part(a);
  EXPECT_NEAR((nearest - a).norm(), symmetric_spectrum(a).values.cwiseMin(0).norm(), 1e-12);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Matrix root = square_root(nearest) + 0.1 * normals(5, 5, seed);
    EXPECT_GE((root * root.transpose() - a).norm(), (nearest - a).norm() - 1e-12);
  }
}

TEST(SquareRoot, SquaresToTheMatrixAndItsInverseToTheInverse) {
  const Matrix b = normals(8, 8, 9), positive = b * b.transpose();
  const Matrix root = square_root(positive), inverse = inverse_square_root(positive);
  EXPECT_LT(largest(root * root - positive), 1e-12 * largest(positive));
  EXPECT_LT(largest(root - root.transpose()), 1e-12);
  EXPECT_LT(largest(root * inverse - Matrix::Identity(8, 8)), 1e-9);
  EXPECT_LT(largest(inverse * positive * inverse - Matrix::Identity(8, 8)), 1e-9);
}

TEST(SquareRoot, OfASingularMatrixIsFinite) {
  Matrix a = Matrix::Zero(3, 3);
  a(0, 0) = 4;
  const Matrix root = square_root(a);
  EXPECT_NEAR(root(0, 0), 2, 1e-14);
  EXPECT_TRUE(root.allFinite());
}

TEST(InverseSquareRoot, OfASingularMatrixIsRefusedInsteadOfInfinite) {
  Matrix a = Matrix::Identity(3, 3);
  a(2, 2) = 0;
  EXPECT_THROW(inverse_square_root(a), Error);
}

TEST(SpectralRadius, IsTheLargestAbsoluteEigenvalue) {
  // x^3 - 2 x^2 + 4 x - 8 = (x - 2)(x^2 + 4): eigenvalues 2 and +-2i; halved, 1 and +-i.
  Matrix companion(3, 3);
  companion << 2, -4, 8, 1, 0, 0, 0, 1, 0;
  EXPECT_NEAR(spectral_radius(companion), 2, 1e-12);
  EXPECT_NEAR(spectral_radius(companion / 2), 1, 1e-12);
  Matrix rotation(2, 2);
  rotation << 0, -3, 3, 0;
  EXPECT_NEAR(spectral_radius(rotation), 3, 1e-12);
}

}  // namespace spectrum_test
}  // namespace guise::linalg
