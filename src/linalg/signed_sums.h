// SPDX-License-Identifier: Apache-2.0
// Products with a sparse matrix of +c, 0 and -c: no multiplication, only sums of a few columns.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"

namespace guise::linalg {

class SignedSums {
 public:
  /// Of a k x m matrix; nothing where its entries are others, or so many are not 0 that a product is as fast.
  static std::optional<SignedSums> of(const Matrix& matrix);

  /// out = X M' for these records. Every record is summed by itself in a fixed order: the same bits however records are cut.
  void apply(const MatrixRef& records, MutableMatrixRef out) const;

 private:
  template <typename Count>
  void apply_strip(const MatrixRef& records, Count count, MutableMatrixRef out) const;
  double factor_ = 0;
  Index inputs_ = 0, outputs_ = 0;
  // What is added up for each output from the first group of columns, then from the second, …: column j of the group is at
  // place 2j, its negative at 2j + 1.
  std::vector<std::uint16_t> places_;
  std::vector<std::size_t> starts_;
};

}  // namespace guise::linalg
