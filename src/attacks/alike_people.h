// SPDX-License-Identifier: Apache-2.0
// Which records are of one person, as a posterior over all ways to group them: Gibbs sampling (Neal 2000, algorithm 3) of a
// mixture in which the people are normal and so are the records of a person. A record's value is averaged over the groupings,
// so that it counts for several people as likely as it belongs to each. The law of the sizes of groups (group_sizes.h) and how
// much a person's own records differ are estimated from each grouping.
#pragma once
#include <vector>

#include "attacks/group_sizes.h"
#include "random/rng.h"

namespace guise::attacks {

/// Coordinates are independent, of mean 0 and with noise of variance 1. A shared value has variances `between`; a record
/// differs from it by `within`, noise included.
struct AlikeModel {
  Vector between, within;
};

class AlikePeople {
 public:
  /// Groups the records one after the other. `start` is what the model is estimated from.
  AlikePeople(const Matrix& records, AlikeModel start, const random::Rng& rng);

  /// Groups all records again, so many times; values are averaged over the second half of these rounds. Fewer rounds are done
  /// where groups are many.
  void draw(int rounds);

  const Matrix& values() const { return values_; }  ///< what the records are guessed to be without the noise
  /// The same of any records. `places`: where each stands among the records above, -1: nowhere.
  Matrix values(const Matrix& records, const std::vector<Index>& places) const;
  Index people() const { return groups_; }  ///< of the last grouping
  /// What the records of a group differ by, as a share of the variance without the noise.
  double own_share() const { return own_share_; }

 private:
  /// What depends on a group's size alone, by columns: the share of the sum that is the shared value, and the precision and
  /// log density of one more record.
  struct BySize {
    Matrix share, precision;
    std::vector<double> constant = {};
  };
  void extend(Index size);
  void renew(Index group);
  void add(Index group, Index record);
  void remove(Index record);
  Index drawn(Index record, double uniform);
  void regroup();
  void learn_model();
  Vector shared(Index group) const;
  Vector with_own(const Vector& record, const Vector& shared) const;

  AlikeModel model_;
  Vector signal_;   ///< variance without the noise
  Matrix records_;  ///< in columns
  random::Rng rng_;
  std::uint32_t round_ = 0;
  GroupSizes law_;
  BySize by_size_;
  std::vector<Index> group_, sizes_, free_;  ///< of each record; of each group; groups without records, the lowest last
  Index groups_ = 0, top_ = 0;               ///< groups with records; all of them are below
  Matrix sums_, weights_;                    ///< of each group: its records, and the density of one more as a linear function
  Vector constants_;
  double own_share_ = 0;
  Matrix values_;
};

}  // namespace guise::attacks
