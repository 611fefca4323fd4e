// SPDX-License-Identifier: Apache-2.0
#include "mining/tree_walk.h"

#include <algorithm>
#include <cmath>

#include "stats/density_summary.h"
#include "stats/noise_law.h"

namespace guise::mining {
namespace {

// Values of y in the table; chances change over a cell of the density or the sd of the noise.
constexpr Index kNodes = 256;

/// The density of x after seeing y; what lies within a cell is taken as uniform. Where no x could have given y: as nothing
/// seen.
stats::Density seen(const stats::Density& density, random::Law law, double sd, double y) {
  stats::Density out = density;
  for (Index g = 0; g < out.probability.size(); ++g) {
    const double low = density.low + static_cast<double>(g) * density.width;
    out.probability[g] *= stats::noise_mass(law, sd, y - low - density.width, y - low).share;
  }
  const double all = out.probability.sum();
  if (!(all > 0)) return density;
  out.probability /= all;
  return out;
}

/// All ways down a tree for one record.
class Walk {
 public:
  Walk(const Tree& tree, const MatrixRef& rows, Index row)
      : tree_(tree), rows_(rows), row_(row), from_(tree.attributes.size()) {
    for (const BorderChances& each : tree.attributes) to_.push_back(each.cells());
    chance_.resize(tree.nodes.front().records.size());
  }

  const std::vector<double>& chances() {
    visit(0, 1);
    return chance_;
  }

 private:
  void visit(int number, double share) {
    constexpr double kNothing = 1e-4;  // ways less likely than this change no answer worth having
    if (share < kNothing) return;
    const TreeNode& node = tree_.nodes[static_cast<std::size_t>(number)];
    if (node.attribute < 0) return count(node, share);
    const auto j = static_cast<std::size_t>(node.attribute);
    const BorderChances& chances = tree_.attributes[j];
    const double y = rows_(row_, node.attribute);
    const double low = chances.below(from_[j], y), high = chances.below(to_[j], y);
    const double left = high > low ? std::clamp((chances.below(node.border, y) - low) / (high - low), 0.0, 1.0) : 0.5;
    const int from = from_[j], to = to_[j];
    to_[j] = node.border;
    visit(node.left, share * left);
    to_[j] = to;
    from_[j] = node.border;
    visit(node.right, share * (1 - left));
    from_[j] = from;
  }

  void count(const TreeNode& leaf, double share) {
    double all = 0;
    for (const double each : leaf.records) all += each;
    for (std::size_t c = 0; c < chance_.size(); ++c) chance_[c] += share * leaf.records[c] / all;
  }

  const Tree& tree_;
  const MatrixRef& rows_;
  Index row_;
  std::vector<int> from_, to_;  // cells an attribute can still lie in, on the way
  std::vector<double> chance_;  // of every class
};

const std::vector<double>& one_way(const Tree& tree, const MatrixRef& rows, Index row) {
  const TreeNode* node = &tree.nodes.front();
  while (node->attribute >= 0) {
    const auto j = static_cast<std::size_t>(node->attribute);
    const bool left = tree.attributes[j].cell_of(rows(row, node->attribute)) < node->border;
    node = &tree.nodes[static_cast<std::size_t>(left ? node->left : node->right)];
  }
  return node->records;
}

}  // namespace

BorderChances::BorderChances(std::vector<double> borders, const stats::Density& density, random::Law law, double sd)
    : borders_(std::move(borders)) {
  const double range = density.width * static_cast<double>(density.probability.size());
  low_ = density.low;
  step_ = range / static_cast<double>(kNodes - 1);
  table_.resize(static_cast<Index>(borders_.size()), kNodes);
  for (Index i = 0; i < kNodes; ++i) {
    const stats::Density after = seen(density, law, sd, low_ + static_cast<double>(i) * step_);
    for (std::size_t k = 0; k < borders_.size(); ++k) table_(static_cast<Index>(k), i) = stats::cdf(after, borders_[k]);
  }
}

double BorderChances::below(int border, double y) const {
  if (border <= 0) return 0;
  if (border >= cells()) return 1;
  if (exact()) return cell_of(y) < border ? 1 : 0;
  const double from_low = (y - low_) / step_;
  const double place = from_low > 0 ? std::min(from_low, static_cast<double>(kNodes - 1)) : 0;
  const Index left = std::min(static_cast<Index>(place), kNodes - 2);
  const double share = place - static_cast<double>(left);
  return (1 - share) * table_(border - 1, left) + share * table_(border - 1, left + 1);
}

int BorderChances::cell_of(double x) const {
  return static_cast<int>(std::upper_bound(borders_.begin(), borders_.end(), x) - borders_.begin());
}

Matrix classes_of(const Tree& tree, const MatrixRef& rows) {
  const bool exact =
      std::all_of(tree.attributes.begin(), tree.attributes.end(), [](const BorderChances& each) { return each.exact(); });
  Matrix said(rows.rows(), 1 + std::ssize(tree.nodes.front().records));
  for (Index i = 0; i < rows.rows(); ++i) {
    Walk walk(tree, rows, i);
    const std::vector<double>& records = exact ? one_way(tree, rows, i) : walk.chances();
    said(i, 0) = static_cast<double>(std::max_element(records.begin(), records.end()) - records.begin());
    const Eigen::Map<const Vector> chances(records.data(), std::ssize(records));
    said.row(i).rightCols(chances.size()) = chances.transpose() / chances.sum();
  }
  return said;
}

}  // namespace guise::mining
