// SPDX-License-Identifier: Apache-2.0
// How many records people have, estimated from a grouping of the records. Sizes of groups are drawn independently from a law
// that the groups themselves show, so that people may have four records each, or a third of them many and the others one.
// (A Dirichlet process expects groups that grow with the table, and a few large ones.) Betancourt, Zanella & Steorts, "Random
// Partition Models for Microclustering Tasks" (JASA 2022), sections 2 and 3.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

class GroupSizes {
 public:
  /// Sizes fall geometrically about this mean, up to `most`: nothing is known yet.
  GroupSizes(double mean, Index most);
  /// The law of these sizes; 0 stands for no group.
  GroupSizes(const std::vector<Index>& sizes, Index most);

  /// Log weight of one more record in a group of so many; its equation (3).
  double joining(Index size) const { return joining_[size]; }
  /// Log weight of one more group beside so many.
  double founding(Index groups) const { return std::log(static_cast<double>(groups + 1)) + first_; }

 private:
  void set(const Vector& law);
  Vector joining_;
  double first_ = 0;  ///< log probability of a group of one
};

}  // namespace guise::attacks
