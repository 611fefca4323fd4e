// SPDX-License-Identifier: Apache-2.0
// Records by their class, and whether classes differ: one-way analysis of variance (Fisher 1925).
#pragma once
#include <unordered_map>

#include "base/matrix.h"

namespace guise::stats {

/// Records by the value of a column, 0, 1, … in the order in which they come; a class of its own for missing ones.
class Classes {
 public:
  explicit Classes(const Vector& column);

  Index count() const { return sizes_.size(); }
  const Vector& sizes() const { return sizes_; }
  const Eigen::VectorXi& of() const { return of_; }  ///< the class of every record
  int of(double value) const;                        ///< -1: a class that was not seen
  /// A row for each class.
  Matrix means(const Matrix& targets) const;

 private:
  std::unordered_map<double, int> places_;
  Eigen::VectorXi of_;
  Vector sizes_;
};

/// How many standard deviations of chance the means of classes are apart, in the target where they are most; targets have mean
/// 0.
double apart(const Classes& classes, const Matrix& means, const Matrix& targets);

}  // namespace guise::stats
