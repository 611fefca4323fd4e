// SPDX-License-Identifier: Apache-2.0
// Grows trees on what is left of a target, cut by cut: each takes most off the squares. Sums of all cells are kept for every
// node on the way down; those of the larger part of a cut are what the smaller part leaves of the whole.
#pragma once
#include <vector>

#include "stats/regression_tree.h"

namespace guise::stats {

struct GrowthRules {
  int depth = 6;
  double fewest = 1;      ///< rows in a leaf, 1 at least
  double least_gain = 0;  ///< what a cut must take off the squares, itself or one below it
  double rate = 1;        ///< of a leaf's mean, drawn to 0 by one row, which is the leaf's value
};

class TreeGrower {
 public:
  explicit TreeGrower(const Cells& cells);  ///< which stay where they are

  /// A tree that follows `target` on these rows; what it says of them is added to `fitted`.
  RegressionTree grow(const Vector& target, std::vector<std::int32_t> rows, const GrowthRules& rules, Vector& fitted);

 private:
  /// Sum of targets and number of rows.
  using Sums = double __attribute__((vector_size(2 * sizeof(double))));
  struct Cut {
    double gain = 0;
    Sums left = {};
    std::int32_t feature = -1;
    std::uint8_t cell = 0;
    bool missing_left = false;
  };
  struct Part {  ///< rows of a node
    std::int32_t first, end;
    Sums total;
    int depth;
  };
  class Growth;

  void sum(const Part& part, const Growth& growth, std::size_t place);
  Cut best_cut(const Part& part, std::size_t place, double fewest) const;
  void try_feature(Index feature, bool missing_left, const Part& part, std::size_t place, double fewest, Cut& best) const;

  const Cells& cells_;
  std::vector<int> used_;                ///< cells of each feature, missing values apart
  std::vector<std::vector<Sums>> sums_;  ///< of all cells of all features, by depth
};

}  // namespace guise::stats
