// SPDX-License-Identifier: Apache-2.0
// A tree of cuts, and the sum of what many of them say of records.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stats/tree_cells.h"

namespace guise::stats {

/// Nodes in an array. A leaf leads to itself, so that all records of a tree take the same number of steps.
struct RegressionTree {
  struct Node {
    std::int32_t feature = 0;
    std::int32_t left = 0;           ///< the node on the right comes behind it
    std::uint8_t cell = 255;         ///< cells up to this one go left …
    std::uint8_t right_up_to = 255;  ///< … and those above that, which are missing values
  };
  std::vector<Node> nodes = {};
  std::vector<double> value = {};  ///< of every node
  int depth = 0;

  /// The leaf of a record.
  std::int32_t leaf(const std::uint8_t* cells) const {
    std::int32_t at = 0;
    for (int step = 0; step < depth; ++step) {
      const Node& node = nodes[static_cast<std::size_t>(at)];
      const std::uint8_t cell = cells[node.feature];
      at = node.left + static_cast<std::int32_t>(cell > node.cell && cell <= node.right_up_to);
    }
    return at;
  }
};

/// Of every record the sum over the trees.
Vector sum_of_trees(std::span<const RegressionTree> trees, const Cells& cells);

}  // namespace guise::stats
