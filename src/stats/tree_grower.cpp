// SPDX-License-Identifier: Apache-2.0
// Gain and leaves as in Chen and Guestrin (2016), equations 5 and 7, with squared loss and lambda = 1: G^2 / (n + 1) of a part.
#include "stats/tree_grower.h"

#include <algorithm>

#include "base/clones.h"

namespace guise::stats {
namespace {

constexpr Index kCells = TreeCells::kMost + 1, kLanes = 8;
constexpr double kRounding = 1e-6;  // gains below this are rounding errors
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

double strength(double sum, double count) {
  return sum * sum / (count + 1);
}

/// scores[k] = what a cut behind cell k leaves as strengths of both parts; -1 where a part has too few rows.
GUISE_CLONES void score_cuts(const double* left_sum, const double* left_count, double sum, double count, double fewest,
                             Index cuts, double* scores) {
  for (Index k = 0; k < cuts; k += kLanes) {
    Lanes left, rows;
    __builtin_memcpy(&left, left_sum + k, sizeof left);
    __builtin_memcpy(&rows, left_count + k, sizeof rows);
    const Lanes right = sum - left, others = count - rows, a = rows + 1.0, b = others + 1.0;
    const Lanes score = (left * left * b + right * right * a) / (a * b);
    const Lanes enough = rows >= fewest ? score : Lanes{} - 1.0;
    const Lanes out = others >= fewest ? enough : Lanes{} - 1.0;
    __builtin_memcpy(scores + k, &out, sizeof out);
  }
}

}  // namespace

/// One tree under way.
class TreeGrower::Growth {
 public:
  Growth(TreeGrower& grower, const Vector& target, std::vector<std::int32_t>& rows, const GrowthRules& rules)
      : grower_(grower), target_(target), rows_(rows), aside_(rows.size()), rules_(rules) {
    Part all{0, static_cast<std::int32_t>(rows.size()), {}, 0};
    for (const std::int32_t row : rows) all.total += Sums{target[row], 1};
    add_leaf(all);
    if (!splits(all)) return;
    grower_.sum(all, *this, 0);
    split(0, 0, false);
  }

  RegressionTree finish(Vector& fitted) {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (is_leaf(i))
        for (std::int32_t at = parts_[i].first; at < parts_[i].end; ++at)
          fitted[rows_[static_cast<std::size_t>(at)]] += tree_.value[i];
    for (std::size_t i = 0; i < parts_.size(); ++i) tree_.depth = std::max(tree_.depth, parts_[i].depth);
    return std::move(tree_);
  }

  const Vector& target() const { return target_; }
  const std::vector<std::int32_t>& rows() const { return rows_; }

 private:
  bool splits(const Part& part) const { return part.depth < rules_.depth && part.end - part.first >= 2 * rules_.fewest; }
  bool is_leaf(std::size_t node) const { return tree_.nodes[node].left == static_cast<std::int32_t>(node); }

  void add_leaf(const Part& part) {
    tree_.nodes.push_back({.left = static_cast<std::int32_t>(tree_.nodes.size())});
    tree_.value.push_back(rules_.rate * part.total[0] / (part.total[1] + 1));
    parts_.push_back(part);
  }

  /// Rows that go left first; both in the order they had.
  std::int32_t divide(const Part& part, const Cut& cut) {
    std::int32_t left = part.first;
    std::size_t others = 0;
    for (std::int32_t at = part.first; at < part.end; ++at) {
      const std::int32_t row = rows_[static_cast<std::size_t>(at)];
      const std::uint8_t cell = grower_.cells_(row, cut.feature);
      const bool goes_left = cell <= cut.cell || (cut.missing_left && cell == TreeCells::kMissing);
      rows_[static_cast<std::size_t>(left)] = row;
      aside_[others] = row;
      left += goes_left;
      others += !goes_left;
    }
    std::copy_n(aside_.begin(), others, rows_.begin() + left);
    return left;
  }

  /// Cuts a node whose sums are at `place`, and what comes of it. A cut that takes off too little stays where one below it does
  /// not; two of them, one below the other, end a branch. `weak`: the cut above takes off less than half of that.
  void split(std::size_t node, std::size_t place, bool weak) {
    const Part part = parts_[node];
    const Cut cut = grower_.best_cut(part, place, rules_.fewest);
    const bool weak_here = cut.gain < rules_.least_gain / 2;
    if (!(cut.gain > kRounding) || (weak && weak_here)) return;
    const std::int32_t middle = divide(part, cut);
    const auto left = tree_.nodes.size(), right = left + 1;
    add_leaf({part.first, middle, cut.left, part.depth + 1});
    add_leaf({middle, part.end, part.total - cut.left, part.depth + 1});
    tree_.nodes[node] = {.feature = cut.feature,
                         .left = static_cast<std::int32_t>(left),
                         .cell = cut.cell,
                         .right_up_to = cut.missing_left ? std::uint8_t{TreeCells::kMissing - 1} : std::uint8_t{255}};
    const bool left_is_less = middle - part.first <= part.end - middle;
    split_both(left_is_less ? left : right, left_is_less ? right : left, place, weak_here);
    if (cut.gain >= rules_.least_gain || !is_leaf(left) || !is_leaf(right)) return;
    tree_.nodes.resize(left);
    tree_.value.resize(left);
    parts_.resize(left);
    tree_.nodes[node] = {.left = static_cast<std::int32_t>(node)};
  }

  void split_both(std::size_t less, std::size_t more, std::size_t place, bool weak) {
    const bool cut_less = splits(parts_[less]), cut_more = splits(parts_[more]);
    if (cut_less || cut_more) grower_.sum(parts_[less], *this, place + 1);
    if (cut_more)
      for (std::size_t i = 0; i < grower_.sums_[place].size(); ++i) grower_.sums_[place][i] -= grower_.sums_[place + 1][i];
    if (cut_less) split(less, place + 1, weak);
    if (cut_more) split(more, place, weak);
  }

  TreeGrower& grower_;
  const Vector& target_;
  std::vector<std::int32_t>&rows_, aside_;
  const GrowthRules& rules_;
  std::vector<Part> parts_ = {};  // of every node
  RegressionTree tree_ = {};
};

TreeGrower::TreeGrower(const Cells& cells) : cells_(cells), used_(static_cast<std::size_t>(cells.cols()), 0) {
  for (Index i = 0; i < cells.rows(); ++i)
    for (Index j = 0; j < cells.cols(); ++j)
      if (cells(i, j) != TreeCells::kMissing)
        used_[static_cast<std::size_t>(j)] = std::max(used_[static_cast<std::size_t>(j)], cells(i, j) + 1);
}

void TreeGrower::sum(const Part& part, const Growth& growth, std::size_t place) {
  std::vector<Sums>& sums = sums_[place];
  std::fill(sums.begin(), sums.end(), Sums{});
  const Index features = cells_.cols();
  for (std::int32_t at = part.first; at < part.end; ++at) {
    const std::int32_t row = growth.rows()[static_cast<std::size_t>(at)];
    const std::uint8_t* cells = cells_.data() + row * features;
    const Sums one{growth.target()[row], 1};
    Sums* of_feature = sums.data();
    for (Index j = 0; j < features; ++j, of_feature += kCells) of_feature[cells[j]] += one;
  }
}

void TreeGrower::try_feature(Index feature, bool missing_left, const Part& part, std::size_t place, double fewest,
                             Cut& best) const {
  const Index cuts = used_[static_cast<std::size_t>(feature)] - 1;
  const Sums* sums = sums_[place].data() + feature * kCells;
  alignas(64) double sum[kCells], count[kCells], scores[kCells];
  Sums left = missing_left ? sums[TreeCells::kMissing] : Sums{};
  for (Index k = 0; k < cuts; ++k) {
    left += sums[k];
    sum[k] = left[0];
    count[k] = left[1];
  }
  for (Index k = std::max<Index>(cuts, 0); k % kLanes != 0; ++k) sum[k] = 0, count[k] = 0;  // too few rows
  score_cuts(sum, count, part.total[0], part.total[1], fewest, cuts, scores);
  const Index highest = std::max_element(scores, scores + std::max<Index>(cuts, 0)) - scores;
  if (cuts <= 0 || scores[highest] < 0) return;
  const double gain = scores[highest] - strength(part.total[0], part.total[1]);
  if (gain > best.gain)
    best = {gain, Sums{sum[highest], count[highest]}, static_cast<std::int32_t>(feature), static_cast<std::uint8_t>(highest),
            missing_left};
}

TreeGrower::Cut TreeGrower::best_cut(const Part& part, std::size_t place, double fewest) const {
  Cut best;
  for (Index j = 0; j < cells_.cols(); ++j) {
    try_feature(j, false, part, place, fewest, best);
    if (sums_[place][static_cast<std::size_t>(j * kCells) + TreeCells::kMissing][1] > 0)
      try_feature(j, true, part, place, fewest, best);
  }
  return best;
}

RegressionTree TreeGrower::grow(const Vector& target, std::vector<std::int32_t> rows, const GrowthRules& rules,
                                Vector& fitted) {
  sums_.resize(static_cast<std::size_t>(rules.depth) + 1);
  for (std::vector<Sums>& sums : sums_) sums.resize(static_cast<std::size_t>(cells_.cols() * kCells));
  return Growth(*this, target, rows, rules).finish(fitted);
}

}  // namespace guise::stats
