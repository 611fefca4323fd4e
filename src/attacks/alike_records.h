// SPDX-License-Identifier: Apache-2.0
// Records that share one value up to a little, anywhere in a table behind noise. A record grows a group of those that belong
// to it by turns, and takes the values they share: a quick look whether there are such groups (alike_people.h goes on).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// Coordinates are independent, of mean 0 and with noise of variance 1. A shared value has variances `between`; a record
/// differs from it by `within`, noise included.
struct AlikeModel {
  Vector between, within;
};

class AlikeRecords {
 public:
  AlikeRecords(Matrix records, AlikeModel model);

  /// What records are guessed to be without the noise, each by the group that it grows itself. `places`: where each stands
  /// among the records that are searched, -1 where it is none of them.
  Matrix grown(const Matrix& records, const std::vector<Index>& places) const;

 private:
  struct Group {
    Vector centre;
    double size = 1;
  };
  std::vector<Group> groups_of(const Matrix& records, const std::vector<Index>& places) const;
  std::vector<std::vector<Index>> candidates(const std::vector<Group>& groups, const std::vector<Index>& places) const;
  void refine(Group& group, const Vector& record, const std::vector<Index>& rows) const;
  Vector with_own(const Vector& record, const Vector& shared) const;

  Matrix records_, terms_;  ///< terms: the squares of every record, and itself
  AlikeModel model_;
  Vector alone_;  ///< log density of each as a record of its own
};

}  // namespace guise::attacks
