// SPDX-License-Identifier: Apache-2.0
#include "masks/secret_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "linalg/blas.h"
#include "linalg/pseudo_inverse.h"
#include "linalg/signed_sums.h"
#include "table/chunk.h"

namespace guise::masks {
namespace {

/// X W. A product's last bits depend on its size and on a row's place in it: it is always taken over a whole aligned block,
/// zero where records are missing from the block.
void multiply(std::int64_t first_record, const MatrixRef& records, const Matrix& w, MutableMatrixRef out) {
  constexpr auto kBlock = static_cast<Index>(table::kBlock);
  Matrix padded, product;
  for (Index row = 0; row < records.rows();) {
    const auto offset = static_cast<Index>((first_record + row) % kBlock);
    const Index count = std::min(records.rows() - row, kBlock - offset);
    if (count == kBlock) {
      out.middleRows(row, count).noalias() = records.middleRows(row, count) * w;
    } else {
      padded.setZero(kBlock, w.rows());
      padded.middleRows(offset, count) = records.middleRows(row, count);
      product.noalias() = padded * w;
      out.middleRows(row, count) = product.middleRows(offset, count);
    }
    row += count;
  }
}

/// The (pseudo-)inverse of a matrix, worked out when a thief first asks for it: nobody else needs it, and for a thousand
/// columns it takes longer than masking.
class WayBack {
 public:
  explicit WayBack(Matrix matrix) : matrix_(std::move(matrix)) {}
  const Matrix& transposed() {
    std::call_once(once_, [&] { inverse_ = linalg::pseudo_inverse(matrix_).inverse.transpose(); });
    return inverse_;
  }

 private:
  Matrix matrix_, inverse_;
  std::once_flag once_;
};

}  // namespace

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
  const auto back = std::make_shared<WayBack>(matrix);
  Plan plan;
  plan.columns = mixture_names(matrix.rows());
  if (const auto sums = linalg::SignedSums::of(matrix)) {
    set_columns(plan, [sums](std::int64_t, const MatrixRef& records, MutableMatrixRef out) { sums->apply(records, out); });
    plan.any_run = true;
  } else {
    set_columns(plan, [w = Matrix(matrix.transpose())](std::int64_t first, const MatrixRef& records, MutableMatrixRef out) {
      multiply(first, records, w, out);
    });
    plan.any_run = false;
  }
  // Exact where the matrix has an inverse; otherwise the shortest record that gives the release.
  plan.undo = [back](table::Chunk& chunk) {
    Matrix out(chunk.records(), back->transposed().cols());
    multiply(chunk.first_record, chunk.values, back->transposed(), out);
    chunk.values = std::move(out);
  };
  plan.undo_is_exact = matrix.rows() >= matrix.cols();
  plan.secret = linalg::Affine{
      .map = matrix, .shift = Vector::Zero(matrix.rows()), .covariance = Matrix::Zero(matrix.rows(), matrix.rows())};
  plan.keyed = true;
  plan.card.outputs = matrix.rows();
  return plan;
}

}  // namespace guise::masks
