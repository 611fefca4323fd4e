// SPDX-License-Identifier: Apache-2.0
// Mean, covariance and range in one pass, mergeable. Chan, Golub and LeVeque (1979).
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

class Moments {
 public:
  Moments() = default;
  void add(const MatrixRef& records);  ///< cut into blocks of table::kBlock from its first record on
  void merge(const Moments& later);

  std::int64_t count() const { return count_; }
  Index attributes() const { return mean_.size(); }
  const Vector& mean() const { return mean_; }
  Matrix covariance() const;  ///< divides by n - 1; zero for a single record
  Vector variance() const;    ///< per attribute, divides by n, so that guessing the mean scores exactly 1
  const Vector& least() const { return least_; }
  const Vector& most() const { return most_; }
  Moments in_units(const Vector& center, const Vector& scale) const;  ///< of (x - center) / scale, scales above 0
  Moments select(const std::vector<Index>& columns) const;            ///< of these attributes alone, in this order

  template <typename Form>
  friend void fields(Form& form, Moments& moments);  ///< stats/forms.h

 private:
  static Moments of_block(const MatrixRef& block);
  std::int64_t count_ = 0;
  Vector mean_, least_, most_;
  Matrix scatter_;  // lower triangle of the sum of centred outer products
};

/// Of two tables side by side.
Moments joint_moments(const MatrixRef& left, const MatrixRef& right);

/// Moments of a matrix in memory, in parallel, by the same fixed blocks as the streaming passes.
Moments moments_of(const MatrixRef& records);

}  // namespace guise::stats
