// SPDX-License-Identifier: Apache-2.0
// A decision tree over attributes that are cut in cells. Breiman, Friedman, Olshen and Stone (1984); splits lie on cell
// borders.
#pragma once
#include <cstdint>
#include <vector>

namespace guise::mining {

/// Records as numbers of cells, column by column.
struct CellTable {
  std::vector<std::vector<std::uint8_t>> columns;
  std::vector<int> classes;
};

struct TreeNode {
  int attribute = -1;  ///< that is asked; below 0: a leaf
  int border = 0;      ///< cells below it go left
  int left = 0, right = 0;
  std::vector<double> records;  ///< by class
};

struct Growth {
  int classes = 2;
  int depth = 8;
  double least = 20;  ///< records in a leaf
  bool entropy = false;
};

/// The root comes first. Of equally good splits the first attribute and the lowest border is taken.
std::vector<TreeNode> grow_tree(const CellTable& table, const Growth& how);

}  // namespace guise::mining
