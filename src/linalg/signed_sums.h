// SPDX-License-Identifier: Apache-2.0
// Products with a sparse matrix of +c, 0 and -c: no multiplication, only sums of a few columns.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "linalg/signed_sums_kernels.h"

namespace guise::linalg {

class SignedSums {
 public:
  /// Of a k x m matrix; nothing where its entries are others, or so many are not 0 that a product is as fast.
  static std::optional<SignedSums> of(const Matrix& matrix, const SumKernel& kernel = sum_kernels().back());

  /// out = X M' for these records. Every record is summed by itself in a fixed order: the same bits however records are cut.
  void apply(const MatrixRef& records, MutableMatrixRef out) const;

 private:
  void list_group(const Matrix& columns);
  void apply_panel(const MatrixRef& records, bool past_caches, MutableMatrixRef out) const;
  SumFetch next_group(const MatrixRef& records, Index first, Index s, Index strips) const;
  std::span<const SumPair> pairs_of_group(Index group) const;
  const SumKernel* kernel_ = nullptr;
  double factor_ = 0;
  Index inputs_ = 0, outputs_ = 0;
  std::vector<SumPair> pairs_;  ///< all outputs from the first group of columns, then all from the second, …
  std::vector<std::uint16_t> places_;
};

}  // namespace guise::linalg
