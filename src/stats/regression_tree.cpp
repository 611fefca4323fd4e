// SPDX-License-Identifier: Apache-2.0
#include "stats/regression_tree.h"

#include <algorithm>

namespace guise::stats {
namespace {

constexpr Index kBlock = 512;  // rows whose cells stay near while all trees see them

}  // namespace

Vector sum_of_trees(std::span<const RegressionTree> trees, const Cells& cells) {
  Vector out = Vector::Zero(cells.rows());
  for (Index first = 0; first < cells.rows(); first += kBlock)
    for (const RegressionTree& tree : trees)
      for (Index i = first, end = std::min(first + kBlock, cells.rows()); i < end; ++i)
        out[i] += tree.value[static_cast<std::size_t>(tree.leaf(cells.row(i).data()))];
  return out;
}

}  // namespace guise::stats
