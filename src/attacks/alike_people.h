// SPDX-License-Identifier: Apache-2.0
// Which records are of one person, as a posterior over all ways to group them: Gibbs sampling of a Dirichlet process mixture
// (Neal 2000, algorithm 3) in which the people are normal and so are the records of a person. A record's value is averaged over
// the groupings, so that it counts for several people as likely as it belongs to each.
#pragma once
#include <vector>

#include "attacks/alike_records.h"
#include "random/rng.h"

namespace guise::attacks {

class AlikePeople {
 public:
  AlikePeople(const Matrix& records, AlikeModel model, const random::Rng& rng);

  /// What records are guessed to be without the noise. `places`: where each stands among the records above, -1: nowhere.
  Matrix values(const Matrix& records, const std::vector<Index>& places) const;
  Index people() const { return static_cast<Index>(sizes_.size()); }  ///< of the last grouping

 private:
  /// Sums and numbers of records of each group, and the density of one more record in each, as weights of its terms.
  struct Groups;
  void learn_values(const Matrix& records, const random::Rng& rng);
  Vector with_own(const Vector& record, const Vector& shared) const;

  AlikeModel model_;
  Matrix values_;  ///< of the records above
  // The last grouping, for others: what a group shares, its size, and the log density of one more record.
  Matrix shared_, weights_;
  Vector constants_;
  std::vector<double> sizes_;
  double newcomers_ = 1;  ///< how many records a person who has none yet counts for
};

}  // namespace guise::attacks
