// SPDX-License-Identifier: Apache-2.0
#include "linalg/sign_tables.h"

#include <gtest/gtest.h>

#include <random>

namespace guise::linalg {
namespace sign_tables_test {

struct Case {
  Index records, columns, outputs;
};

/// As many words for each sum as the records need, and the matrix of signs they stand for.
struct Signs {
  explicit Signs(const Case& size) : matrix(size.outputs, size.records) {
    std::mt19937_64 random(7);
    const Index each = (size.records + kSignsPerWord - 1) / kSignsPerWord;
    for (Index word = 0; word < each * size.outputs; ++word) words.push_back(random());
    for (Index k = 0; k < size.outputs; ++k)
      for (Index i = 0; i < size.records; ++i)
        matrix(k, i) = (words[static_cast<std::size_t>(k * each + i / 64)] >> (i % 64) & 1) != 0 ? -1 : 1;
  }
  std::vector<std::uint64_t> words;
  Matrix matrix;
};

TEST(SignTables, GiveTheProductWithTheSigns) {
  std::srand(1);
  for (const Case& size : {Case{1, 1, 1}, {63, 4, 3}, {64, 5, 2}, {65, 8, 7}, {1000, 12, 100}, {1024, 13, 9}, {130, 30, 5}}) {
    const Signs signs(size);
    const Matrix rows = Matrix::Random(size.records, size.columns), before = Matrix::Random(size.outputs, size.columns);
    for (const SignKernel& kernel : sign_kernels()) {
      Matrix sums = before;
      kernel.add(rows, signs.words, 0.5, sums);
      EXPECT_LT((sums - before - 0.5 * signs.matrix * rows).cwiseAbs().maxCoeff(), 1e-12)
          << kernel.name << ", " << size.records << " x " << size.columns << " -> " << size.outputs;
    }
  }
}

TEST(SignTables, AreTheSameBitsForEveryKernel) {
  const Case size{1000, 10, 33};
  const Signs signs(size);
  const Matrix rows = Matrix::Random(size.records, size.columns);
  Matrix expected = Matrix::Zero(size.outputs, size.columns);
  sign_kernels().front().add(rows, signs.words, 0.7, expected);
  Matrix sums = Matrix::Zero(size.outputs, size.columns);
  add_signed_records(rows, signs.words, 0.7, sums);
  EXPECT_EQ(sums, expected);
}

/// Rows of a wider table, whose columns are further apart than they are long.
TEST(SignTables, TakeRowsOutOfALongerTable) {
  const Case size{100, 6, 4};
  const Signs signs(size);
  const Matrix table = Matrix::Random(500, 9);
  Matrix sums = Matrix::Zero(size.outputs, size.columns);
  add_signed_records(table.block(200, 2, 100, 6), signs.words, 1, sums);
  EXPECT_LT((sums - signs.matrix * table.block(200, 2, 100, 6)).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace sign_tables_test
}  // namespace guise::linalg
