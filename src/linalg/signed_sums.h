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

  /// X M' for these records. Every record is summed by itself in the order of the columns: the same bits however records are
  /// cut.
  Matrix apply(const MatrixRef& records) const;

 private:
  struct Output {
    std::vector<Index> plus, minus;  // columns that are added, subtracted
  };
  double factor_ = 0;
  Index inputs_ = 0;
  std::vector<Output> outputs_;
};

}  // namespace guise::linalg
