// SPDX-License-Identifier: Apache-2.0
#include "masks/secret_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/lazy.h"
#include "linalg/blas.h"
#include "linalg/products.h"
#include "linalg/pseudo_inverse.h"
#include "linalg/signed_sums.h"
#include "table/chunk.h"

namespace guise::masks {

namespace {

template <typename Some, typename In, typename Out, typename Product>
void product_by_blocks(std::int64_t first_record, const In& records, Out& out, const Product& product) {
  constexpr auto kBlock = static_cast<Index>(table::kBlock);
  Some padded, result;
  for (Index row = 0; row < records.rows();) {
    const auto offset = static_cast<Index>((first_record + row) % kBlock);
    const Index count = std::min(records.rows() - row, kBlock - offset);
    if (count == kBlock) {
      product(records.middleRows(row, count), out.middleRows(row, count));
    } else {
      padded.setZero(kBlock, records.cols());
      padded.middleRows(offset, count) = records.middleRows(row, count);
      result.resize(kBlock, out.cols());
      product(padded, result);
      out.middleRows(row, count) = result.middleRows(offset, count);
    }
    row += count;
  }
}

}  // namespace

void by_blocks(std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out, const BlockProduct& product) {
  product_by_blocks<Matrix>(first_record, records, out, product);
}

void by_blocks(std::int64_t first_record, const SinglesRef& records, MutableSinglesRef out, const SinglesProduct& product) {
  product_by_blocks<Singles>(first_record, records, out, product);
}

std::vector<std::string> mixture_names(Index count) {
  std::vector<std::string> names;
  for (Index j = 1; j <= count; ++j) names.push_back(fmt::format("y{}", j));
  return names;
}

void set_columns(Plan& plan, NewColumns into) {
  plan.apply = [into, columns = static_cast<Index>(plan.columns.size())](table::Chunk& chunk) {
    Matrix out(chunk.records(), columns);
    into(chunk.first_record, chunk.values, out);
    chunk.values = std::move(out);
  };
  plan.into = std::move(into);
}

Plan matrix_plan(const Matrix& matrix) {
  linalg::use_one_blas_thread();
  // Nobody but a thief needs it, and for a thousand columns it takes longer than masking.
  const auto back = std::make_shared<Lazy<Matrix>>([matrix] { return linalg::pseudo_inverse(matrix).inverse; });
  Plan plan;
  plan.columns = mixture_names(matrix.rows());
  if (const auto sums = linalg::SignedSums::of(matrix)) {
    set_columns(plan, [sums](std::int64_t, const MatrixRef& records, MutableMatrixRef out) { sums->apply(records, out); });
  } else {
    set_columns(plan, [product = linalg::RecordProduct(matrix.transpose())](
                          std::int64_t, const MatrixRef& records, MutableMatrixRef out) { product.apply(records, out); });
    plan.singles = [w = Singles(matrix.transpose().cast<float>())](std::int64_t first, const SinglesRef& records,
                                                                   MutableSinglesRef out) {
      by_blocks(first, records, out, [&](const SinglesRef& x, MutableSinglesRef y) { y.noalias() = x * w; });
    };
  }
  // Exact where the matrix has an inverse; otherwise the shortest record that gives the release.
  plan.undo = [back](table::Chunk& chunk) { chunk.values = Matrix(chunk.values * back->get().transpose()); };
  plan.undo_is_exact = matrix.rows() >= matrix.cols();
  plan.secret.affine = linalg::Affine{
      .map = matrix, .shift = Vector::Zero(matrix.rows()), .covariance = Matrix::Zero(matrix.rows(), matrix.rows())};
  plan.keyed = true;
  plan.card.effect = Effect::matrix;
  plan.card.outputs = matrix.rows();
  return plan;
}

}  // namespace guise::masks
