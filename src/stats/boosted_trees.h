// SPDX-License-Identifier: Apache-2.0
// Regression by gradient-boosted trees with histograms (Chen and Guestrin 2016). Nothing in it is left to chance or to threads:
// the same rows give the same trees wherever they are grown. Callers grow several at a time.
#pragma once
#include <span>
#include <vector>

#include "stats/regression_tree.h"

namespace guise::stats {

struct TreeRules {
  double least_gain = 0;  ///< what a cut must take off the squares, in variances of the target
  double rows = 1;        ///< share of the rows that each tree is grown on
};
/// Where targets are mostly noise: cuts that are no chance (the best of 3000 cuts of noise takes off 2 ln 3000 = 16), and
/// many trees of which each sees half of the rows.
inline constexpr TreeRules kFewCuts{.least_gain = 16}, kManyCuts{.least_gain = 6, .rows = 0.5};

/// Rows that are learnt from, and others that are held back, by which learning stops.
struct Lesson {
  const Cells& cells;
  const Vector& target;
  const Cells& held;
  const Vector& held_target;
  bool slowly = false;  ///< at half the rate
};

class BoostedTrees {
 public:
  BoostedTrees() = default;
  /// Stops when rows that are held back are predicted no better.
  BoostedTrees(const Lesson& lesson, const TreeRules& rules);

  Vector predict(const Cells& cells) const;
  Index rounds() const { return std::ssize(trees_); }  ///< trees that help; 0: nothing can be predicted

 private:
  std::vector<RegressionTree> trees_ = {};
  double center_ = 0, scale_ = 1;
};

}  // namespace guise::stats
