// SPDX-License-Identifier: Apache-2.0
// What groups of records add to a target: their means, and their slopes along a number. Each is drawn towards that of all by
// how much groups differ beyond chance: the best linear prediction of a random effect (Robinson 1991).
#pragma once
#include <unordered_map>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

using Groups = Eigen::VectorXi;  ///< the group of each record, 0, 1, …; -1: of none that was seen

/// Columns of categories as groups. A category is any number that stands for it; NaN is a category as good as any.
class GroupCodes {
 public:
  explicit GroupCodes(const Matrix& categories);
  Eigen::MatrixXi of(const Matrix& categories) const;
  Index columns() const { return std::ssize(codes_); }
  Index groups(Index column) const { return std::ssize(codes_[static_cast<std::size_t>(column)]); }

 private:
  std::vector<std::unordered_map<double, int>> codes_;
};

class GroupMeans {
 public:
  GroupMeans(const Eigen::Ref<const Groups>& group, Index groups, const Vector& target);

  double of(int group) const { return group < 0 ? mean_ : mean_ + effect_[group]; }  ///< the mean of all for a group of none
  Vector of(const Eigen::Ref<const Groups>& groups) const;

 private:
  double mean_;
  Vector effect_;  ///< of each group
};

class GroupSlopes {
 public:
  /// Targets of mean 0 in every group, about: slopes go through the mean of each group's numbers.
  GroupSlopes(const Eigen::Ref<const Groups>& group, Index groups, const Vector& number, const Vector& target);

  Vector of(const Eigen::Ref<const Groups>& groups, const Vector& number) const;  ///< 0 for a group of none
  bool any() const { return slope_.any(); }

 private:
  Vector center_, slope_;
};

}  // namespace guise::stats
