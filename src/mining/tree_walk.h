// SPDX-License-Identifier: Apache-2.0
// The class that a tree says of a record: of an original by one way down, of a noisy one by all ways, each as likely as the
// originals on it are after seeing the noisy values.
#pragma once
#include "mining/tree_growth.h"
#include "stats/density.h"

namespace guise::mining {

/// What is known of an original value from a released one: P(x < border | y) for the borders of an attribute.
class BorderChances {
 public:
  /// A value that is the original itself.
  explicit BorderChances(std::vector<double> borders) : borders_(std::move(borders)) {}
  /// y = x + noise, x from the density; tabulated over y.
  BorderChances(std::vector<double> borders, const stats::Density& density, random::Law law, double sd);

  /// For number `border` of them counted from 1; 0 below all, the number of borders + 1 above all.
  double below(int border, double y) const;
  int cells() const { return static_cast<int>(borders_.size()) + 1; }
  int cell_of(double x) const;
  bool exact() const { return table_.size() == 0; }

 private:
  std::vector<double> borders_;
  double low_ = 0, step_ = 1;
  Matrix table_;  // a row per border, a column per y
};

struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<BorderChances> attributes;
};
/// The likeliest class for every row, and behind it the probability of each class.
Matrix classes_of(const Tree& tree, const MatrixRef& rows);

}  // namespace guise::mining
