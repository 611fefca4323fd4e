// SPDX-License-Identifier: Apache-2.0
// Means of a target by category, drawn towards the mean of all by how much they differ beyond chance: the best linear
// prediction of a random effect (Robinson 1991).
#pragma once
#include <unordered_map>
#include <utility>

#include "base/matrix.h"

namespace guise::stats {

class GroupMeans {
 public:
  /// A category is any number that stands for it; NaN is a category as good as any.
  GroupMeans(const Vector& category, const Vector& target);

  double of(double category) const;  ///< the mean of all for a category that was not seen
  Vector of(const Vector& categories) const;

 private:
  double mean_, pull_ = 0;                                        ///< pull: records that the mean of all counts for
  std::unordered_map<double, std::pair<double, double>> groups_;  ///< sum and number of records of each
};

}  // namespace guise::stats
