// SPDX-License-Identifier: Apache-2.0
// Latent class analysis (Lazarsfeld and Henry 1968; Goodman 1974) behind randomised response (Warner 1965): records are of
// hidden kinds, within a kind columns are independent, and a column's class is seen as it is with probability `kept`, else one
// is drawn.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

/// How a column's class is seen: kept, or drawn by these shares.
struct ClassChannel {
  double kept = 1;
  Vector drawn;  ///< of every class; they add up to 1
};

class LatentClasses {
 public:
  /// By expectation maximisation (Dempster, Laird and Rubin 1977) from several starts; as many kinds as predict best, by
  /// Akaike's criterion (1974). `seen`: a row for each record, -1 where nothing is seen.
  LatentClasses(const Eigen::MatrixXi& seen, std::vector<ClassChannel> channels, const random::Rng& rng);

  Index kinds() const { return weight_.size(); }
  /// Probability of every class of a column before it was changed, given all that is seen of a record: records x classes.
  Matrix posterior(const Eigen::MatrixXi& seen, Index column) const;

 private:
  Matrix shares(const Eigen::MatrixXi& seen, double* log_likelihood) const;
  void start(const Eigen::MatrixXi& seen, Index kinds, const random::Rng& rng);
  double climb(const Eigen::MatrixXi& seen);
  void maximise(const Eigen::MatrixXi& seen, const Matrix& shares);
  /// Probability of what is seen of a column, for each kind: kinds x classes.
  Matrix seen_law(Index column) const;

  std::vector<ClassChannel> channels_;
  Vector weight_;             ///< of the kinds
  std::vector<Matrix> laws_;  ///< of each column: kinds x classes, before they are changed
};

}  // namespace guise::stats
