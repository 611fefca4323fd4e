// SPDX-License-Identifier: Apache-2.0
// Regression by gradient-boosted trees: XGBoost's histogram method (Chen and Guestrin 2016), on one thread and with a fixed
// seed, so that the same rows give the same trees wherever they are grown. Callers grow several at a time.
#pragma once
#include <memory>

#include "base/matrix.h"

namespace guise::stats {

class BoostedTrees {
 public:
  /// Learns `target` from the rows of `features` (NaN: missing) and stops when rows that are held back are predicted no better.
  static BoostedTrees fit(const Matrix& features, const Vector& target, const Matrix& held_features, const Vector& held_target);

  Vector predict(const Matrix& features) const;  ///< from any thread
  int rounds() const { return rounds_; }         ///< trees that help; 0: nothing can be predicted

 private:
  struct Booster;
  std::shared_ptr<const Booster> booster_;
  int rounds_ = 0;
  double center_ = 0, scale_ = 1;
};

}  // namespace guise::stats
