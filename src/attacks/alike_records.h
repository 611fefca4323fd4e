// SPDX-License-Identifier: Apache-2.0
// Records that share one value up to a little, anywhere in a table behind noise. Every record grows a group of those that
// belong to it by turns; then each is weighed by how well it fits the groups of the others, and takes the values they share.
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

  /// Grows the groups of all records that are searched; `values` needs them.
  void find_groups();
  /// What records are guessed to be by the groups of all others.
  Matrix values(const Matrix& records, const std::vector<Index>& places) const;
  const Vector& sizes() const { return sizes_; }  ///< of the groups, the record itself included

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
  // Of the groups, once they are found: what is shared, the density of a record of each by its terms, and sizes.
  Matrix shared_, weights_;
  Vector constants_, sizes_;
};

}  // namespace guise::attacks
