// SPDX-License-Identifier: Apache-2.0
// How badly a choice of columns and directions for attributes fits what ranks keep: minus twice a log-likelihood of rank
// correlations, third moments, marginals and known pairs. Beyond-2 section 4.3.
#pragma once
#include <vector>

#include "attacks/knowledge.h"
#include "attacks/rank_profile.h"

namespace guise::attacks {

struct MonotoneChoice {
  std::vector<Index> column;  ///< of each attribute
  std::vector<double> sign;   ///< 1: rising, -1: falling
};

/// Misfit by which one choice must be better than another: three standard errors.
constexpr double kClear = 9;

class MonotoneMisfit {
 public:
  /// Both profiles must outlive this. Known pairs add what their own ranks say.
  MonotoneMisfit(const RankProfile& release, const RankProfile& originals, const Pairs* pairs);

  Index size() const { return x_.correlation.cols(); }
  /// What marginals and pairs say of column j (row) and attribute i: the better direction.
  Matrix own() const { return rising_.cwiseMin(falling_); }

  double operator()(const MonotoneChoice& choice) const;
  /// By how much the misfit falls when attribute i is taken the other way round.
  double flip_gain(const MonotoneChoice& choice, Index i) const;
  /// … and when a and b change places with these signs.
  double swap_gain(const MonotoneChoice& choice, Index a, Index b, double sa, double sb) const;
  /// Mean squared difference of the correlations, in their sampling errors; 1 is chance.
  double of_correlations(const MonotoneChoice& choice) const;

 private:
  struct Signs {
    Matrix second, third;
  };
  double own(Index j, Index i, double s) const { return s > 0 ? rising_(j, i) : falling_(j, i); }
  double marginal(const Vector& middle, const Vector& shape, Index i) const;
  double pair(Index i, Index j, double s, Index l, Index k, double t) const;
  double part(const MonotoneChoice& choice, Index i, Index j, double s, Index but) const;

  const RankProfile &y_, &x_;
  double error_;
  Matrix rising_, falling_;
  Signs y_sign_, x_sign_;
  Matrix weight_;  // of squared differences of third moments: one over their variance times the records
};

}  // namespace guise::attacks
