// SPDX-License-Identifier: Apache-2.0
// The distribution of some numbers, with their ties: ranks of a value, and the quantile function that is their inverse.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

class Empirical {
 public:
  /// There must be a number at least; none of them NaN.
  explicit Empirical(Vector numbers);

  /// Shares of the numbers below a value, and at most as large. They differ for a value that occurs; one between two others has
  /// the rank that a straight line between these gives it.
  struct Ranks {
    double below, up_to;
    double middle() const { return (below + up_to) / 2; }
  };
  Ranks ranks(double value) const;
  double score(double value) const;  ///< the standard normal quantile of its middle rank

  /// Straight between numbers that occur once, level across ties; level beyond the ends.
  double quantile(double share) const;
  double mean_between(double from, double to) const;  ///< of the quantile function, from < to; its value where they are equal

  Index count() const { return count_; }
  const Vector& distinct() const { return distinct_; }  ///< rising
  Index ties(Index place) const { return place + 1 < before_.size() ? before_[place + 1] - before_[place] : 0; }
  Index place(double value) const;  ///< of the first distinct number that is not below it

 private:
  double integral(double share) const;  // of the quantile function less its first value
  Index count_;
  Vector distinct_;
  Eigen::Matrix<Index, Eigen::Dynamic, 1> before_;  // how many numbers are below each distinct one; then all of them
  Vector share_, number_, area_;                    // knots of the quantile function, and its integral up to each
};

/// Normal scores of every column: standard normal quantiles of the middle ranks within it. A constant column has zeros.
Matrix normal_scores(const MatrixRef& records);

}  // namespace guise::stats
