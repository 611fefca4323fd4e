// SPDX-License-Identifier: Apache-2.0
#include "stats/side_fit.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "linalg/solve.h"
#include "stats/boosted_trees.h"
#include "stats/smooth_fit.h"

namespace guise::stats {
namespace {

// Beside the means by category: the smooth fit, trees with few cuts that are no chance, trees with many on half of the rows,
// and of what the smooth fit leaves the means by numbers that may be codes, and slopes along a number by category.
constexpr Index kLearners = 5;
enum Learner : std::size_t { kSmooth, kFew, kMany, kCodes, kSlopes };
// Means by category and by codes are cheap, so that a record's are learnt from all but a quarter of its fold.
constexpr std::size_t kParts = 4;
// Pairs of a category and a number whose slopes are learnt.
constexpr std::size_t kMostSlopes = 12;

std::vector<Index> rows_where(const std::vector<std::int64_t>& records, std::size_t fold, bool in) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < records.size(); ++i)
    if ((side_fold(records[i]) == fold) == in) rows.push_back(static_cast<Index>(i));
  return rows;
}

std::vector<std::int64_t> some(const std::vector<std::int64_t>& records, const std::vector<Index>& rows) {
  std::vector<std::int64_t> out;
  for (const Index row : rows) out.push_back(records[static_cast<std::size_t>(row)]);
  return out;
}

/// Weights, none below 0, with which the columns of `parts` come nearest to `target`: the best of all subsets, which are few.
Vector stacked(const Matrix& parts, const Vector& target) {
  const Matrix products = parts.transpose() * parts;
  const Vector along = parts.transpose() * target;
  Vector best = Vector::Zero(parts.cols());
  double most = 0;
  for (unsigned subset = 1; subset < 1U << parts.cols(); ++subset) {
    std::vector<Index> used;
    for (Index k = 0; k < parts.cols(); ++k)
      if (subset >> k & 1 && products(k, k) > 0) used.push_back(k);
    if (used.empty()) continue;
    const Vector some = along(used), weights = linalg::solve_symmetric(products(used, used), some);
    const double explained = weights.dot(some);
    if (weights.minCoeff() < 0 || !(explained > most)) continue;
    most = explained;
    best.setZero();
    best(used) = weights;
  }
  return best;
}

/// Rows as each kind of learner takes them.
struct Seen {
  Seen(const SideInputs& inputs, const GroupCodes& codes, const TreeCells& cuts, const Matrix& side)
      : groups(codes.of(inputs.categories(side))),
        near(inputs.near(side)),
        numbers(inputs.numbers(side)),
        cells(cuts.of(inputs.cuts(side))) {}
  Seen(const Seen& all, const std::vector<Index>& rows)
      : groups(all.groups(rows, Eigen::all)),
        near(all.near(rows, Eigen::all)),
        numbers(all.numbers(rows, Eigen::all)),
        cells(all.cells(rows, Eigen::all)) {}
  Eigen::MatrixXi groups;
  Matrix near, numbers;
  Cells cells;
};

/// Means by several categories, each of what the ones before leave.
class MeansInTurn {
 public:
  MeansInTurn() = default;
  MeansInTurn(const Eigen::MatrixXi& groups, const GroupCodes& codes, const std::vector<Index>& columns, Vector target)
      : columns_(columns), center_(target.mean()) {
    target.array() -= center_;
    for (const Index c : columns) {
      means_.emplace_back(groups.col(c), codes.groups(c), target);
      target -= means_.back().of(groups.col(c));
    }
  }
  Vector of(const Eigen::MatrixXi& groups) const {
    Vector out = Vector::Constant(groups.rows(), center_);
    for (std::size_t k = 0; k < means_.size(); ++k) out += means_[k].of(groups.col(columns_[k]));
    return out;
  }
  double of(const Eigen::MatrixXi& groups, Index row) const {
    double out = center_;
    for (std::size_t k = 0; k < means_.size(); ++k) out += means_[k].of(groups(row, columns_[k]));
    return out;
  }
  /// A column for each category.
  Matrix each(const Eigen::MatrixXi& groups) const {
    Matrix out(groups.rows(), std::ssize(means_));
    for (std::size_t k = 0; k < means_.size(); ++k) out.col(static_cast<Index>(k)) = means_[k].of(groups.col(columns_[k]));
    return out;
  }

 private:
  std::vector<Index> columns_ = {};
  double center_ = 0;
  std::vector<GroupMeans> means_ = {};
};

/// Slopes of categories along numbers, one after the other.
struct Slopes {
  struct One {
    Index category, number;
    GroupSlopes slopes;
  };
  Slopes() = default;
  Slopes(const Seen& seen, const GroupCodes& codes, Index categories, Vector target) {
    for (Index c = 0; c < categories; ++c)
      for (Index k = 0; k < seen.numbers.cols() && tried.size() < kMostSlopes; ++k) {
        tried.push_back({c, k, GroupSlopes(seen.groups.col(c), codes.groups(c), seen.numbers.col(k), target)});
        target -= tried.back().slopes.of(seen.groups.col(c), seen.numbers.col(k));
      }
  }
  Vector of(const Seen& seen) const {
    Vector out = Vector::Zero(seen.groups.rows());
    for (const One& one : tried)
      if (one.slopes.any()) out += one.slopes.of(seen.groups.col(one.category), seen.numbers.col(one.number));
    return out;
  }
  std::vector<One> tried = {};
};

/// What one fold says of rows: means by category, and what each learner makes of the rest.
struct Parts {
  Matrix means;
  std::vector<Matrix> learners;  ///< kLearners matrices, a column for each target
};

/// 64 bits that neighbours in the table do not share by rule: tables come in fours and twelves (splitmix64, Steele et al.
/// 2014).
std::uint64_t scattered(std::int64_t record) {
  auto z = static_cast<std::uint64_t>(record) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// Which of both kinds of trees the first fold's weights want; where they want neither, the one that is nearer.
std::pair<bool, bool> wanted_of(const Parts& parts, Index target, const Vector& rest) {
  Matrix each(rest.size(), kLearners);
  for (Index k = 0; k < kLearners; ++k) each.col(k) = parts.learners[static_cast<std::size_t>(k)].col(target);
  const Vector weights = stacked(each, rest);
  const bool few = weights[kFew] > 0, many = weights[kMany] > 0;
  if (few || many) return {few, many};
  const bool nearer = (rest - each.col(kFew)).squaredNorm() <= (rest - each.col(kMany)).squaredNorm();
  return {nearer, !nearer};
}

std::size_t part_of(std::int64_t record) {
  return scattered(record) / kSideFolds % kParts;
}

}  // namespace

std::size_t side_fold(std::int64_t record) {
  return scattered(record) % kSideFolds;
}

/// What is learnt from all but one fold; means by category also from all but each quarter of it.
struct SideFit::Fold {
  struct Target {
    MeansInTurn means, codes;
    std::array<MeansInTurn, kParts> finer, finer_codes;
    Slopes slopes;
    std::optional<TreeCells> by_group;
    BoostedTrees few, many;
    Matrix in_groups(const Seen& seen) const {
      const Matrix named = means.each(seen.groups), coded = codes.each(seen.groups);
      Matrix out(named.rows(), named.cols() + coded.cols());
      out << named, coded;
      return out;
    }
  };
  std::vector<Target> targets;
  std::optional<SmoothFit> smooth;

  /// What trees cut: a category also by its mean, which orders its values.
  static Cells features(const Seen& seen, const Target& target) {
    const Matrix groups = target.in_groups(seen);
    Cells out(seen.cells.rows(), seen.cells.cols() + groups.cols());
    out.leftCols(seen.cells.cols()) = seen.cells;
    target.by_group->write(groups, out, seen.cells.cols());
    return out;
  }

  /// Of each record what was learnt without its part.
  static Vector by_part(const std::array<MeansInTurn, kParts>& means, const Eigen::MatrixXi& groups,
                        const std::vector<std::int64_t>& records) {
    Vector out(groups.rows());
    for (Index i = 0; i < out.size(); ++i) out[i] = means[part_of(records[static_cast<std::size_t>(i)])].of(groups, i);
    return out;
  }

  Parts parts(const Seen& seen, const std::vector<std::int64_t>& records) const {
    const Index rows = seen.groups.rows(), count = static_cast<Index>(targets.size());
    Parts out{Matrix(rows, count), std::vector<Matrix>(static_cast<std::size_t>(kLearners), Matrix::Zero(rows, count))};
    if (smooth) out.learners[kSmooth] = smooth->predict(seen.near);
    for (Index j = 0; j < count; ++j) {
      const Target& target = targets[static_cast<std::size_t>(j)];
      out.means.col(j) = by_part(target.finer, seen.groups, records);
      out.learners[kCodes].col(j) = by_part(target.finer_codes, seen.groups, records);
      out.learners[kSlopes].col(j) = target.slopes.of(seen);
      if (target.few.rounds() + target.many.rounds() == 0) continue;
      const Cells features = Fold::features(seen, target);
      out.learners[kFew].col(j) = target.few.predict(features);
      out.learners[kMany].col(j) = target.many.predict(features);
    }
    return out;
  }

  /// Trees for what the means leave. (A row's mean without the row itself as a feature looks fair and is not: within a category
  /// it falls as the row's own target rises, and trees learn that.)
  static void learn_trees(Target& out, const Seen& seen, const Vector& target, const Seen& held, const Vector& held_target,
                          const Wanted& wanted, bool slowly) {
    if (seen.cells.cols() == 0) return;
    out.by_group.emplace(out.in_groups(seen));
    const Cells features = Fold::features(seen, out), held_features = Fold::features(held, out);
    const Lesson lesson{features, target, held_features, held_target, slowly};
    if (wanted.few) out.few = BoostedTrees(lesson, kFewCuts);
    if (wanted.many) out.many = BoostedTrees(lesson, kManyCuts);
  }
};

/// Rows that are learnt from.
struct SideFit::Rows {
  const Matrix& targets;
  const std::vector<std::int64_t>& records;
  Seen seen;
  std::optional<SmoothFolds> smooth = {};
};

/// Learns one fold from all rows but its own, which are held back.
std::shared_ptr<const SideFit::Fold> SideFit::learn(const Rows& rows, std::size_t fold,
                                                    const std::vector<Wanted>& wanted) const {
  const std::vector<std::int64_t>& records = rows.records;
  const Matrix& targets = rows.targets;
  const Eigen::MatrixXi& groups = rows.seen.groups;
  const std::vector<Index> in = rows_where(records, fold, false), out = rows_where(records, fold, true);
  auto fit = std::make_shared<Fold>();
  fit->targets.resize(static_cast<std::size_t>(targets.cols()));
  const Seen seen(rows.seen, in), held(rows.seen, out);
  const std::vector<Index> named = inputs_->named(), coded = inputs_->coded();
  Matrix left = targets;
  tbb::parallel_for(Index{0}, targets.cols(), [&](Index j) {
    Fold::Target& target = fit->targets[static_cast<std::size_t>(j)];
    target.means = MeansInTurn(seen.groups, *codes_, named, left.col(j)(in));
    left.col(j) -= target.means.of(groups);
  });
  Matrix smoothed = Matrix::Zero(targets.rows(), targets.cols());
  if (rows.smooth) fit->smooth.emplace(rows.smooth->fit(fold, left, smoothed));
  std::array<std::vector<Index>, kParts> parts;  // all rows but those of a part of this fold
  for (std::size_t part = 0; part < kParts; ++part)
    for (std::size_t i = 0; i < records.size(); ++i)
      if (side_fold(records[i]) != fold || part_of(records[i]) != part) parts[part].push_back(static_cast<Index>(i));
  tbb::parallel_for(Index{0}, targets.cols(), [&](Index j) {
    Fold::Target& target = fit->targets[static_cast<std::size_t>(j)];
    for (std::size_t part = 0; part < kParts; ++part)
      target.finer[part] = MeansInTurn(groups(parts[part], Eigen::all), *codes_, named, targets(parts[part], j));
    const Vector beyond = left.col(j) - smoothed.col(j);
    for (std::size_t part = 0; part < kParts; ++part)
      target.finer_codes[part] = MeansInTurn(groups(parts[part], Eigen::all), *codes_, coded, beyond(parts[part]));
    const Vector rest = beyond(in);
    target.codes = MeansInTurn(seen.groups, *codes_, coded, rest);
    target.slopes = Slopes(seen, *codes_, inputs_->singles(), rest - target.codes.of(seen.groups));
    Fold::learn_trees(target, seen, left.col(j)(in), held, left.col(j)(out), wanted[static_cast<std::size_t>(j)], slowly_);
  });
  return fit;
}

SideFit::SideFit(const SideColumns& side, const Matrix& targets, const std::vector<std::int64_t>& records, bool slowly)
    : inputs_(std::make_shared<SideInputs>(side, telling_parts(side, targets))),
      codes_(std::make_shared<GroupCodes>(inputs_->categories(side.rows))),
      cells_(std::make_shared<TreeCells>(inputs_->cuts(side.rows))),
      weights_(Matrix::Zero(kLearners, targets.cols())),
      slowly_(slowly) {
  Rows rows{targets, records, {*inputs_, *codes_, *cells_, side.rows}};
  if (const Matrix& near = rows.seen.near; near.cols() > 0) {
    std::vector<std::size_t> fold;
    for (const std::int64_t record : records) fold.push_back(side_fold(record));
    rows.smooth.emplace(near, std::move(fold), kSideFolds, SmoothFit::choose(near, targets));
  }
  std::vector<Matrix> learnt(static_cast<std::size_t>(kLearners), Matrix(targets.rows(), targets.cols()));
  Matrix rest = targets;
  std::vector<Wanted> wanted(static_cast<std::size_t>(targets.cols()));
  for (std::size_t fold = 0; fold < kSideFolds; ++fold) {
    folds_.push_back(learn(rows, fold, wanted));
    const std::vector<Index> out = rows_where(records, fold, true);
    if (out.empty()) continue;
    const Parts parts = folds_.back()->parts({rows.seen, out}, some(records, out));
    rest(out, Eigen::all) -= parts.means;
    if (fold == 0)
      for (Index j = 0; j < targets.cols(); ++j)
        std::tie(wanted[static_cast<std::size_t>(j)].few, wanted[static_cast<std::size_t>(j)].many) =
            wanted_of(parts, j, rest.col(j)(out));
    for (std::size_t k = 0; k < learnt.size(); ++k) learnt[k](out, Eigen::all) = parts.learners[k];
  }
  held_out_ = targets - rest;
  for (Index j = 0; j < targets.cols(); ++j) {
    Matrix parts(targets.rows(), kLearners);
    for (Index k = 0; k < kLearners; ++k) parts.col(k) = learnt[static_cast<std::size_t>(k)].col(j);
    weights_.col(j) = stacked(parts, rest.col(j));
    held_out_.col(j) += parts * weights_.col(j);
  }
}

Matrix SideFit::predict(const Matrix& side, const std::vector<std::int64_t>& records) const {
  Matrix out(side.rows(), weights_.cols());
  for (std::size_t fold = 0; fold < kSideFolds; ++fold) {
    const std::vector<Index> rows = rows_where(records, fold, true);
    if (rows.empty()) continue;
    const Parts parts = folds_[fold]->parts({*inputs_, *codes_, *cells_, side(rows, Eigen::all)}, some(records, rows));
    Matrix found = parts.means;
    for (Index k = 0; k < kLearners; ++k) found += parts.learners[static_cast<std::size_t>(k)] * weights_.row(k).asDiagonal();
    out(rows, Eigen::all) = found;
  }
  return out;
}

}  // namespace guise::stats
