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

// Records per product, a part of a block of the table: 256 records x 64 attributes are 128 KiB, so that a block and its product
// stay in the second-level cache.
constexpr Index kProduct = 256;
static_assert(table::kBlock % kProduct == 0);

/// X W. A product's last bits depend on its size and on a row's place in it: it is always taken over a whole run of kProduct
/// record numbers, zero where records are missing from the run.
void multiply(table::Chunk& chunk, const Matrix& w) {
  const Index records = chunk.records();
  Matrix out(records, w.cols()), padded, product;
  for (Index row = 0; row < records;) {
    const Index offset = (chunk.first_record + row) % kProduct, count = std::min<Index>(records - row, kProduct - offset);
    if (count == kProduct) {
      out.middleRows(row, count).noalias() = chunk.values.middleRows(row, count) * w;
    } else {
      padded.setZero(kProduct, w.rows());
      padded.middleRows(offset, count) = chunk.values.middleRows(row, count);
      product.noalias() = padded * w;
      out.middleRows(row, count) = product.middleRows(offset, count);
    }
    row += count;
  }
  chunk.values = std::move(out);
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

Plan matrix_plan(const Matrix& matrix) {
  linalg::use_one_blas_thread();
  const auto back = std::make_shared<WayBack>(matrix);
  Plan plan;
  plan.columns = mixture_names(matrix.rows());
  if (const auto sums = linalg::SignedSums::of(matrix)) {
    plan.apply = [sums](table::Chunk& chunk) { chunk.values = sums->apply(chunk.values); };
    plan.any_run = true;
  } else {
    plan.apply = [w = Matrix(matrix.transpose())](table::Chunk& chunk) { multiply(chunk, w); };
    plan.any_run = false;
  }
  // Exact where the matrix has an inverse; otherwise the shortest record that gives the release.
  plan.undo = [back](table::Chunk& chunk) { multiply(chunk, back->transposed()); };
  plan.undo_is_exact = matrix.rows() >= matrix.cols();
  plan.secret = linalg::Affine{
      .map = matrix, .shift = Vector::Zero(matrix.rows()), .covariance = Matrix::Zero(matrix.rows(), matrix.rows())};
  plan.keyed = true;
  plan.card.outputs = matrix.rows();
  return plan;
}

}  // namespace guise::masks
