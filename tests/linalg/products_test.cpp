// SPDX-License-Identifier: Apache-2.0
#include "linalg/products.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/large_matrix.h"

namespace guise::linalg {
namespace products_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

/// One chain of fused operations in the order of the attributes, or of separate ones.
Matrix chained(const Matrix& x, const Matrix& w, const Vector& shift, bool fused) {
  Matrix out(x.rows(), w.cols());
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < w.cols(); ++j) {
      double sum = shift[j];
      for (Index k = 0; k < x.cols(); ++k) sum = fused ? std::fma(x(i, k), w(k, j), sum) : sum + x(i, k) * w(k, j);
      out(i, j) = sum;
    }
  return out;
}

class EveryKernel : public ::testing::TestWithParam<const ProductTable*> {};
INSTANTIATE_TEST_SUITE_P(Products, EveryKernel, ::testing::ValuesIn(product_tables().begin(), product_tables().end()),
                         [](const auto& info) { return std::string(info.param->name); });

// Attributes below, at and above a group of 256; outputs and records around strips of 4 and 8, panels of 6, 12 and 24, and
// groups of 192.
TEST_P(EveryKernel, MultipliesInTheOrderOfTheAttributesToTheLastBit) {
  for (const Index inputs : {1, 3, 64, 256, 257, 515})
    for (const Index outputs : {1, 3, 4, 5, 8, 9, 20, 33}) {
      const Matrix w = normals(inputs, outputs, 1);
      const RecordProduct product(w, *GetParam());
      for (const Index records : {0, 1, 11, 24, 25, 192, 200}) {
        const Matrix x = normals(records, inputs, 2);
        Matrix out = Matrix::Constant(records, outputs, 99);
        product.apply(x, out);
        ASSERT_EQ(out, chained(x, w, Vector::Zero(outputs), GetParam()->fused))
            << records << " x " << inputs << " -> " << outputs;
      }
    }
}

TEST_P(EveryKernel, TakesTheCentreOffBeforeTheProductAndStartsAtTheShift) {
  const Matrix x = normals(333, 300, 3), w = normals(300, 10, 4);
  const Vector center = normals(300, 1, 5), shift = normals(10, 1, 6);
  Matrix out(333, 10);
  RecordProduct(w, *GetParam()).apply(x, center, shift, out);
  EXPECT_EQ(out, chained(x.rowwise() - center.transpose(), w, shift, GetParam()->fused));
}

TEST_P(EveryKernel, WritesNothingBesideItsBlock) {
  const Matrix x = normals(100, 7, 7), w = normals(7, 5, 8);
  Matrix out = Matrix::Constant(60, 9, 99);
  RecordProduct(w, *GetParam()).apply(x.middleRows(30, 45), out.block(5, 2, 45, 5));
  EXPECT_EQ(out.block(5, 2, 45, 5), chained(x.middleRows(30, 45), w, Vector::Zero(5), GetParam()->fused));
  EXPECT_EQ((out.array() == 99).count(), 60 * 9 - 45 * 5);
}

// Results of more than 32 MiB are written past the caches, from wherever in a line of them the block begins.
TEST_P(EveryKernel, GivesTheSameBitsPastTheCaches) {
  constexpr Index rows = 1 << 19, outputs = 9;
  const Matrix x = normals(1000, 6, 9), w = normals(6, outputs, 10);
  const Matrix expected = chained(x, w, Vector::Zero(outputs), GetParam()->fused);
  Matrix out = large_matrix(rows, outputs);
  for (const Index first : {Index{0}, Index{3}, Index{8}, rows - 1000}) {
    auto block = out.middleRows(first, 1000);
    RecordProduct(w, *GetParam()).apply(x, block);
    EXPECT_EQ(block, expected) << first;
  }
}

TEST_P(EveryKernel, OfNoAttributesIsTheShift) {
  Matrix out(5, 2);
  RecordProduct(Matrix(0, 2), *GetParam()).apply(Matrix(5, 0), Vector(0), Vector::Constant(2, 7), out);
  EXPECT_TRUE((out.array() == 7).all());
}

// Rows below, at and above a multiple of eight; columns around tiles of 3, 4 and 5.
TEST_P(EveryKernel, AddsTheLowerTriangleOfTheGramMatrix) {
  for (const Index columns : {1, 2, 3, 4, 5, 7, 10, 12, 13, 96, 201})
    for (const Index rows : {0, 1, 3, 4, 8, 101, 1024}) {
      const Matrix x = normals(rows + 20, columns, 11);
      const auto block = x.middleRows(10, rows);
      Matrix out = Matrix::Constant(columns, columns, 3);
      add_gram(block, out, *GetParam());
      for (Index i = 0; i < columns; ++i)
        for (Index j = 0; j < columns; ++j) {
          const double expected = j <= i ? 3 + block.col(i).dot(block.col(j)) : 3;
          ASSERT_NEAR(out(i, j), expected, 1e-13 * static_cast<double>(rows + 30)) << rows << " x " << columns;
        }
    }
}

TEST_P(EveryKernel, AddsTheProductsOfColumnsWithOtherColumns) {
  for (const Index left : {1, 4, 11})
    for (const Index right : {1, 5, 7}) {
      const Matrix x = normals(77, left, 12), z = normals(77, right, 13);
      Matrix out = Matrix::Constant(left, right, 3);
      add_cross(x, z, out, *GetParam());
      EXPECT_LT((out - ((x.transpose() * z).array() + 3).matrix()).cwiseAbs().maxCoeff(), 1e-12) << left << " x " << right;
    }
}

}  // namespace products_test
}  // namespace guise::linalg
