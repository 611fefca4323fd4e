// SPDX-License-Identifier: Apache-2.0
// Regression by gradient-boosted trees: XGBoost's histogram method (Chen and Guestrin 2016), on one thread and with a fixed
// seed, so that the same rows give the same trees wherever they are grown. Callers grow several at a time.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

struct TreeRules {
  double least_gain = 0;  ///< what a cut must take off the squares, in variances of the target
  double rows = 1;        ///< share of the rows that each tree is grown on
};
/// Where targets are mostly noise: cuts that are no chance (the best of 3000 cuts of noise takes off 2 ln 3000 = 16), and
/// many trees of which each sees half of the rows.
inline constexpr TreeRules kFewCuts{.least_gain = 16}, kManyCuts{.least_gain = 6, .rows = 0.5};

class BoostedTrees {
 public:
  /// Learns `target` from the rows of `features` (NaN: missing) and stops when rows that are held back are predicted no better;
  /// by each of these rules. Features are sorted into cells once for all of them.
  static std::vector<BoostedTrees> fit(const Matrix& features, const Vector& target, const Matrix& held_features,
                                       const Vector& held_target, std::span<const TreeRules> rules);

  Vector predict(const Matrix& features) const;  ///< from any thread
  int rounds() const { return rounds_; }         ///< trees that help; 0: nothing can be predicted

 private:
  struct Booster;
  struct Lesson;
  void learn(const Lesson& lesson, const TreeRules& rules);
  std::shared_ptr<const Booster> booster_;
  int rounds_ = 0;
  double center_ = 0, scale_ = 1;
};

}  // namespace guise::stats
