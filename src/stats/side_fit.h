// SPDX-License-Identifier: Apache-2.0
// What columns in clear tell of others. Means by category, a smooth function of the numbers and boosted trees learn several
// targets, and are weighed by what each predicts of records it has not seen. A record is always predicted by a fit that did not
// see it, so that its own noise is never taken for what its neighbours tell.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "stats/group_means.h"
#include "stats/side_inputs.h"
#include "stats/smooth_fit.h"
#include "stats/tree_cells.h"

namespace guise::stats {

/// Records are learnt from in folds; which one a record is of.
constexpr std::size_t kSideFolds = 5;
std::size_t side_fold(std::int64_t record);

class SideFit {
 public:
  /// Learns every column of `targets` from the same rows of `side`; `records` are their numbers, which decide who is predicted
  /// by which fit.
  /// `slowly`: trees learn at half the rate, which pays where targets have little noise.
  SideFit(const SideColumns& side, const Matrix& targets, const std::vector<std::int64_t>& records, bool slowly = false);

  /// Of any records; thread-safe.
  Matrix predict(const Matrix& side, const std::vector<std::int64_t>& records) const;
  /// Of the rows that were learnt from, each by a fit that did not see it.
  const Matrix& held_out() const { return held_out_; }

 private:
  struct Fold;
  struct Rows;
  struct Wanted {  ///< kinds of trees that are grown for a target
    bool few = true, many = true;
  };
  std::shared_ptr<const Fold> learn(const Rows& rows, std::size_t fold, const std::vector<Wanted>& wanted) const;

  std::shared_ptr<const SideInputs> inputs_;
  std::shared_ptr<const GroupCodes> codes_;  ///< of the categories
  std::shared_ptr<const TreeCells> cells_;   ///< of what can be cut
  std::vector<std::shared_ptr<const Fold>> folds_;
  Matrix weights_;  ///< of the learners for each target: learners x targets
  Matrix held_out_;
  bool slowly_;
};

}  // namespace guise::stats
