// SPDX-License-Identifier: Apache-2.0
#include "linalg/blas.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cstdlib>
#include <random>

#include "linalg/blas_kernels.h"

namespace guise::linalg {
namespace blas_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

/// The definition, one entry at a time.
Matrix plain_product(const Matrix& a, const Matrix& b) {
  Matrix out = Matrix::Zero(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j)
      for (Index k = 0; k < a.cols(); ++k) out(i, j) += a(i, k) * b(k, j);
  return out;
}

double largest(const Matrix& a) {
  return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff();
}

TEST(MultiplyRecords, EqualsThePlainProductForAnyNumberOfRecords) {
  const Matrix w = normals(5, 3, 2);
  for (const Index records : {0, 1, 7, 1023, 1024, 1025, 3000}) {
    const Matrix x = normals(records, 5, 3);
    const Matrix found = multiply_records(x, w);
    ASSERT_EQ(found.rows(), records);
    EXPECT_LT(largest(found - plain_product(x, w)), 1e-13);
  }
}

TEST(MultiplyRecords, TakesABlockOfALargerMatrix) {
  const Matrix x = normals(2000, 6, 4), w = normals(3, 4, 5);
  EXPECT_LT(largest(multiply_records(x.block(100, 2, 1500, 3), w) - plain_product(x.block(100, 2, 1500, 3), w)), 1e-13);
}

TEST(MapRecords, EqualsThePlainFormula) {
  const Matrix w = normals(5, 3, 6);
  const Vector center = normals(5, 1, 7), shift = normals(3, 1, 8);
  for (const Index records : {0, 1, 1024, 2500}) {
    const Matrix x = normals(records, 5, 9);
    const Matrix centred = x.rowwise() - center.transpose();
    const Matrix expected = plain_product(centred, w).rowwise() + shift.transpose();
    EXPECT_LT(largest(map_records(x, {center, w, {}, shift}) - expected), 1e-13);
  }
}

TEST(MapRecords, GoesThroughThinFactorsWhereThatIsLessWork) {
  const Matrix x = normals(700, 9, 16);
  const Vector center = normals(9, 1, 17), shift = normals(9, 1, 18);
  for (const Index inner : {0, 1, 4, 5, 9}) {
    const Matrix left = normals(9, inner, 19), right = normals(inner, 9, 20);
    const RecordMap map = factored_map(center, left, right, shift);
    EXPECT_EQ(map.right.size() > 0, inner > 0 && inner < 5) << inner;  // 18 r multiplications against 81
    const Matrix expected =
        plain_product(plain_product(x.rowwise() - center.transpose(), left), right).rowwise() + shift.transpose();
    EXPECT_LT(largest(map_records(x, map) - expected), 1e-12) << inner;
  }
}

TEST(MapRecords, KeepsItsDigitsWhereTheMeanIsLarge) {
  const Vector center = Vector::Constant(4, 1e9);
  const Matrix x = normals(1500, 4, 10).array() + 1e9, w = normals(4, 4, 11);
  const Matrix centred = x.rowwise() - center.transpose();
  EXPECT_LT(largest(map_records(x, {center, w, {}, Vector::Zero(4)}) - plain_product(centred, w)), 1e-13);
}

TEST(MapRecords, BitsDoNotDependOnThreadsNorOnChunksOfWholeBlocks) {
  const Matrix x = normals(10'000, 9, 12), w = normals(9, 9, 13);
  const Vector center = normals(9, 1, 14), shift = normals(9, 1, 15);
  const Matrix usual = map_records(x, {center, w, {}, shift});
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_EQ(map_records(x, {center, w, {}, shift}), usual);
  }
  for (const Index chunk : {1024, 3072}) {
    Matrix pieces(10'000, 9);
    for (Index first = 0; first < 10'000; first += chunk) {
      const Index count = std::min<Index>(chunk, 10'000 - first);
      pieces.middleRows(first, count) = map_records(x.middleRows(first, count), {center, w, {}, shift});
    }
    EXPECT_EQ(pieces, usual);
  }
}

TEST(BlasKernels, AreNotThoseOf2004OnACpuOfToday) {
#if defined(__x86_64__)
  if (std::getenv("OPENBLAS_CORETYPE") || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP();
  EXPECT_NE(blas_kernels(), "Prescott");
#endif
  EXPECT_NE(blas_version().find(blas_kernels()), std::string::npos);
}

}  // namespace blas_test
}  // namespace guise::linalg
