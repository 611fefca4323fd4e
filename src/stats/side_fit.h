// SPDX-License-Identifier: Apache-2.0
// What columns in clear tell of others: trees that learn several targets from side columns, numbers or categories. A record is
// always predicted by trees that did not see it, so that its own noise is never taken for what its neighbours tell.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

/// Columns of side information: NaN is missing; a category is any number that stands for it.
struct SideColumns {
  Matrix rows = {};
  std::vector<bool> category = {};  ///< one per column
};

class SideFit {
 public:
  /// Learns every column of `targets` from the same rows of `side`; `records` are their numbers, which decide who is predicted
  /// by which trees.
  SideFit(const SideColumns& side, const Matrix& targets, const std::vector<std::int64_t>& records);

  /// Of any records; thread-safe.
  Matrix predict(const Matrix& side, const std::vector<std::int64_t>& records) const;
  /// Of the rows that were learnt from, each by trees that did not see it.
  const Matrix& held_out() const { return held_out_; }

 private:
  struct Fold;
  std::vector<std::shared_ptr<const Fold>> folds_;
  Index targets_;
  Matrix held_out_;
};

}  // namespace guise::stats
