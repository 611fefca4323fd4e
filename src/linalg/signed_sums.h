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

  /// X M' for these records. Every record is summed by itself in a fixed order: the same bits however records are
  /// cut.
  Matrix apply(const MatrixRef& records) const;

 private:
  /// Of one output and a group of columns: those that are added, and those that are subtracted, counted within the group.
  struct Part {
    std::vector<std::uint16_t> plus, minus;
  };
  void apply_strip(const MatrixRef& records, Index first, Matrix& out) const;
  double factor_ = 0;
  Index inputs_ = 0, outputs_ = 0;
  std::vector<Part> parts_;  // of all outputs for the first group, then for the second, …
};

}  // namespace guise::linalg
