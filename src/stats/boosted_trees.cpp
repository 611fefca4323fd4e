// SPDX-License-Identifier: Apache-2.0
#include "stats/boosted_trees.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/stop.h"
#include "stats/tree_grower.h"

namespace guise::stats {
namespace {

// Shallow trees and large leaves: targets are mostly noise. Chosen on house prices by place under ten times as much noise as
// data, where deeper trees and smaller leaves predicted the same or less. Half the rate takes 1.5 times as long and leaves less
// of the variance by 0.3 points there, by 0.1 with half as much noise as data.
constexpr int kDepth = 6, kMostRounds = 150, kPatience = 5;
constexpr double kRate = 0.2, kRowsPerLeaf = 50;
constexpr double kFewRows = 3000;  // fewer rows have proportionally smaller leaves, down to …
constexpr double kFewestPerLeaf = 5;

/// 64 bits for a row in a round (splitmix64, Steele et al. 2014).
std::uint64_t bits_of(std::uint64_t round, std::uint64_t row) {
  std::uint64_t z = (round << 32 | row) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// The rows of a round, and the others.
struct Drawn {
  Drawn(Index rows, double share, std::uint64_t round) : in(static_cast<std::size_t>(rows)) {
    constexpr int kBits = 8;  // of a draw: shares are multiples of 1/256
    const auto most = static_cast<std::uint64_t>(share * (1 << kBits));
    std::size_t drawn = 0;
    std::uint64_t bits = 0;
    for (Index i = 0; i < rows; ++i, bits >>= kBits) {
      if (i % (64 / kBits) == 0) bits = bits_of(round, static_cast<std::uint64_t>(i));
      const bool is_in = (bits & 0xff) < most;
      in[drawn] = static_cast<std::int32_t>(i);
      drawn += is_in;
      if (!is_in) out.push_back(static_cast<std::int32_t>(i));
    }
    in.resize(drawn);
  }
  std::vector<std::int32_t> in = {}, out = {};
};

}  // namespace

BoostedTrees::BoostedTrees(const Lesson& lesson, const TreeRules& rules) {
  center_ = lesson.target.mean();
  scale_ = std::sqrt((lesson.target.array() - center_).square().mean());
  if (!(scale_ > 0) || lesson.cells.cols() == 0 || lesson.held_target.size() == 0) return;
  Vector left = (lesson.target.array() - center_) / scale_, held_left = (lesson.held_target.array() - center_) / scale_;
  const double share = std::min(1.0, static_cast<double>(left.size()) / kFewRows);
  const GrowthRules growth{.depth = kDepth,
                           .fewest = std::max(kFewestPerLeaf, kRowsPerLeaf * share),
                           .least_gain = rules.least_gain,
                           .rate = lesson.slowly ? kRate / 2 : kRate};
  const std::size_t patience = lesson.slowly ? 2 * kPatience : kPatience;
  TreeGrower grower(lesson.cells);
  double least = held_left.squaredNorm();  // of predicting nothing
  std::size_t best = 0;
  Vector fitted;
  for (std::size_t round = 0; round < kMostRounds && round < best + patience; ++round) {
    check_stop();
    Drawn drawn(left.size(), rules.rows, round);
    fitted.setZero(left.size());
    trees_.push_back(grower.grow(left, std::move(drawn.in), growth, fitted));
    const RegressionTree& tree = trees_.back();
    for (const std::int32_t row : drawn.out)
      fitted[row] = tree.value[static_cast<std::size_t>(tree.leaf(lesson.cells.row(row).data()))];
    left -= fitted;
    held_left -= sum_of_trees({&tree, 1}, lesson.held);
    if (const double error = held_left.squaredNorm(); error < least) {
      least = error;
      best = round + 1;
    }
  }
  trees_.resize(best);
}

Vector BoostedTrees::predict(const Cells& cells) const {
  return (sum_of_trees(trees_, cells) * scale_).array() + center_;
}

}  // namespace guise::stats
