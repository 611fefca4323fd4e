// SPDX-License-Identifier: Apache-2.0
#include "stats/side_fit.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "linalg/solve.h"
#include "stats/boosted_trees.h"
#include "stats/group_means.h"
#include "stats/smooth_fit.h"

namespace guise::stats {
namespace {

// Beside the means by category: the smooth fit, trees with few cuts that are no chance, trees with many on half of the rows.
constexpr Index kLearners = 3;

std::vector<Index> rows_where(const std::vector<std::int64_t>& records, std::size_t fold, bool in) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < records.size(); ++i)
    if ((side_fold(records[i]) == fold) == in) rows.push_back(static_cast<Index>(i));
  return rows;
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
  Seen(const SideInputs& inputs, const Matrix& side)
      : categories(inputs.categories(side)), near(inputs.near(side)), cuts(inputs.cuts(side)) {}
  Matrix categories, near, cuts;
};

/// What one fold says of rows: means by category, and what each learner makes of the rest.
struct Parts {
  Matrix means;
  std::vector<Matrix> learners;  ///< kLearners matrices, a column for each target
};

}  // namespace

/// Neighbours in the table must not share a fold by rule: tables come in fours and twelves (splitmix64, Steele et al. 2014).
std::size_t side_fold(std::int64_t record) {
  auto z = static_cast<std::uint64_t>(record) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % kSideFolds;
}

/// What is learnt from all but one fold.
struct SideFit::Fold {
  struct Target {
    double center = 0;
    std::vector<GroupMeans> means = {};  ///< of what the ones before leave
    BoostedTrees few, many;
  };
  std::vector<Target> targets;
  std::optional<SmoothFit> smooth;

  Vector means(const Matrix& categories, const Target& target) const {
    Vector out = Vector::Constant(categories.rows(), target.center);
    for (std::size_t c = 0; c < target.means.size(); ++c)
      out += target.means[c].of(Vector(categories.col(static_cast<Index>(c))));
    return out;
  }

  /// What trees cut: a category also by its mean, which orders its values.
  Matrix features(const Seen& seen, const Target& target) const {
    const auto categories = static_cast<Index>(target.means.size());
    Matrix out(seen.cuts.rows(), seen.cuts.cols() + categories);
    out.leftCols(seen.cuts.cols()) = seen.cuts;
    for (Index c = 0; c < categories; ++c)
      out.col(seen.cuts.cols() + c) = target.means[static_cast<std::size_t>(c)].of(Vector(seen.categories.col(c)));
    return out;
  }

  Parts parts(const Seen& seen) const {
    const Index rows = seen.cuts.rows(), count = static_cast<Index>(targets.size());
    Parts out{Matrix(rows, count), std::vector<Matrix>(static_cast<std::size_t>(kLearners), Matrix::Zero(rows, count))};
    if (smooth) out.learners[0] = smooth->predict(seen.near);
    for (Index j = 0; j < count; ++j) {
      const Target& target = targets[static_cast<std::size_t>(j)];
      out.means.col(j) = means(seen.categories, target);
      if (target.few.rounds() + target.many.rounds() == 0) continue;
      const Matrix features = this->features(seen, target);
      out.learners[1].col(j) = target.few.predict(features);
      out.learners[2].col(j) = target.many.predict(features);
    }
    return out;
  }

  /// Means by category, one after the other: what they leave of the rows is returned.
  Vector learn_means(std::size_t j, const Matrix& categories, Vector target) {
    targets[j].center = target.mean();
    target.array() -= targets[j].center;
    for (Index c = 0; c < categories.cols(); ++c) {
      targets[j].means.emplace_back(Vector(categories.col(c)), target);
      target -= targets[j].means.back().of(Vector(categories.col(c)));
    }
    return target;
  }

  /// Trees for what the means leave. (A row's mean without the row itself as a feature looks fair and is not: within a category
  /// it falls as the row's own target rises, and trees learn that.)
  void learn_trees(std::size_t j, const Seen& seen, const Vector& target, const Seen& held, const Vector& held_target) {
    Target& out = targets[j];
    if (seen.cuts.cols() == 0) return;
    const Matrix features = this->features(seen, out), held_features = this->features(held, out);
    out.few = BoostedTrees::fit(features, target, held_features, held_target, kFewCuts);
    out.many = BoostedTrees::fit(features, target, held_features, held_target, kManyCuts);
  }
};

SideFit::SideFit(const SideColumns& side, const Matrix& targets, const std::vector<std::int64_t>& records)
    : inputs_(std::make_shared<SideInputs>(side)), weights_(Matrix::Zero(kLearners, targets.cols())) {
  const Matrix near = inputs_->near(side.rows);
  const std::vector<Reach> reaches = near.cols() > 0 ? SmoothFit::choose(near, targets) : std::vector<Reach>();
  std::vector<Matrix> learnt(static_cast<std::size_t>(kLearners), Matrix(targets.rows(), targets.cols()));
  Matrix rest = targets;
  for (std::size_t fold = 0; fold < kSideFolds; ++fold) {
    const std::vector<Index> in = rows_where(records, fold, false), out = rows_where(records, fold, true);
    auto fit = std::make_shared<Fold>();
    fit->targets.resize(static_cast<std::size_t>(targets.cols()));
    const Seen seen(*inputs_, side.rows(in, Eigen::all)), held(*inputs_, side.rows(out, Eigen::all));
    Matrix left = targets(in, Eigen::all);
    tbb::parallel_for(Index{0}, targets.cols(), [&](Index j) {
      const auto place = static_cast<std::size_t>(j);
      const Vector target = left.col(j), held_target = targets(out, j);
      left.col(j) = fit->learn_means(place, seen.categories, target);
      fit->learn_trees(place, seen, left.col(j), held, held_target - fit->means(held.categories, fit->targets[place]));
    });
    if (!reaches.empty()) fit->smooth.emplace(seen.near, left, reaches);
    if (!out.empty()) {
      const Parts parts = fit->parts(held);
      rest(out, Eigen::all) -= parts.means;
      for (std::size_t k = 0; k < learnt.size(); ++k) learnt[k](out, Eigen::all) = parts.learners[k];
    }
    folds_.push_back(std::move(fit));
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
    const Parts parts = folds_[fold]->parts({*inputs_, side(rows, Eigen::all)});
    Matrix found = parts.means;
    for (Index k = 0; k < kLearners; ++k) found += parts.learners[static_cast<std::size_t>(k)] * weights_.row(k).asDiagonal();
    out(rows, Eigen::all) = found;
  }
  return out;
}

}  // namespace guise::stats
