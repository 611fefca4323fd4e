// SPDX-License-Identifier: Apache-2.0
#include "mining/tree_growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace guise::mining {
namespace {

constexpr std::size_t kCells = 256;  // all there are in a byte

struct Split {
  double gain = 0;
  int attribute = -1, border = 0;
};

class Grower {
 public:
  Grower(const CellTable& table, const Growth& how) : table_(table), how_(how), rows_(table.classes.size()) {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = static_cast<std::uint32_t>(i);
    counts_.resize(kCells * static_cast<std::size_t>(how.classes));
  }

  std::vector<TreeNode> grow() {
    grow(0, rows_.size(), 0);
    return std::move(nodes_);
  }

 private:
  /// Impurity times records: what splits make smaller.
  double impurity(std::span<const double> records, double all) const {
    if (all <= 0) return 0;
    double sum = 0;
    for (const double each : records) sum += how_.entropy ? (each > 0 ? -each * std::log2(each / all) : 0) : each * each;
    return how_.entropy ? sum : all - sum / all;
  }

  /// Makes the node of rows [first, end) and what is below it; returns its number.
  int grow(std::size_t first, std::size_t end, int depth) {
    const auto number = static_cast<int>(nodes_.size());
    nodes_.push_back({.records = std::vector<double>(static_cast<std::size_t>(how_.classes))});
    for (std::size_t i = first; i < end; ++i) ++nodes_.back().records[static_cast<std::size_t>(table_.classes[rows_[i]])];
    if (depth >= how_.depth) return number;
    const Split best = best_split(first, end, nodes_.back().records);
    if (best.attribute < 0) return number;
    const auto& column = table_.columns[static_cast<std::size_t>(best.attribute)];
    const auto middle = std::stable_partition(rows_.begin() + static_cast<std::ptrdiff_t>(first),
                                              rows_.begin() + static_cast<std::ptrdiff_t>(end),
                                              [&](std::uint32_t row) { return column[row] < best.border; });
    const auto cut = static_cast<std::size_t>(middle - rows_.begin());
    const int left = grow(first, cut, depth + 1), right = grow(cut, end, depth + 1);
    TreeNode& node = nodes_[static_cast<std::size_t>(number)];
    node.attribute = best.attribute;
    node.border = best.border;
    node.left = left;
    node.right = right;
    return number;
  }

  Split best_split(std::size_t first, std::size_t end, const std::vector<double>& records) {
    const auto all = static_cast<double>(end - first);
    const double whole = impurity(records, all);
    Split best{.gain = 1e-12 * all};  // less is rounding
    for (std::size_t j = 0; j < table_.columns.size(); ++j) {
      count(table_.columns[j], first, end);
      try_borders(static_cast<int>(j), records, all, whole, best);
    }
    return best;
  }

  /// Records by cell and class.
  void count(const std::vector<std::uint8_t>& column, std::size_t first, std::size_t end) {
    const auto classes = static_cast<std::size_t>(how_.classes);
    std::fill(counts_.begin(), counts_.end(), 0.0);
    for (std::size_t i = first; i < end; ++i)
      ++counts_[column[rows_[i]] * classes + static_cast<std::size_t>(table_.classes[rows_[i]])];
  }

  void try_borders(int attribute, const std::vector<double>& records, double all, double whole, Split& best) const {
    const auto classes = static_cast<std::size_t>(how_.classes);
    std::vector<double> left(classes), right = records;
    double below = 0;
    for (std::size_t cell = 0; cell + 1 < kCells; ++cell) {
      double here = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        const double count = counts_[cell * classes + c];
        left[c] += count;
        right[c] -= count;
        here += count;
      }
      below += here;
      if (here == 0 || below < how_.least || all - below < how_.least) continue;
      const double gain = whole - impurity(left, below) - impurity(right, all - below);
      if (gain > best.gain) best = {gain, attribute, static_cast<int>(cell) + 1};
    }
  }

  const CellTable& table_;
  const Growth& how_;
  std::vector<std::uint32_t> rows_;
  std::vector<double> counts_;
  std::vector<TreeNode> nodes_;
};

}  // namespace

std::vector<TreeNode> grow_tree(const CellTable& table, const Growth& how) {
  return Grower(table, how).grow();
}

}  // namespace guise::mining
