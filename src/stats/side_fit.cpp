// SPDX-License-Identifier: Apache-2.0
#include "stats/side_fit.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "stats/boosted_trees.h"

namespace guise::stats {
namespace {

// Each third is predicted by trees grown on the other two.
constexpr std::size_t kFolds = 3;
// A number with at most this many values, each of several rows, may be a code: it counts as a category too.
constexpr std::size_t kMostCodes = 500;

/// Neighbours in the table must not share a fold by rule: tables come in fours and twelves (splitmix64, Steele et al. 2014).
std::size_t fold_of(std::int64_t record) {
  auto z = static_cast<std::uint64_t>(record) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % kFolds;
}

std::vector<Index> rows_where(const std::vector<std::int64_t>& records, std::size_t fold, bool in) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < records.size(); ++i)
    if ((fold_of(records[i]) == fold) == in) rows.push_back(static_cast<Index>(i));
  return rows;
}

bool is_code(const Vector& column) {
  std::set<double> values;
  for (const double value : column) {
    if (!std::isnan(value)) values.insert(value);
    if (values.size() > kMostCodes) return false;
  }
  return values.size() * 5 <= static_cast<std::size_t>(column.size());
}

/// Means of a target by category, drawn towards the mean of all by how much they differ beyond chance (the best linear
/// prediction of a random effect; Robinson 1991).
class GroupMeans {
 public:
  GroupMeans(const Vector& category, const Vector& target) : mean_(target.mean()) {
    for (Index i = 0; i < category.size(); ++i) {
      auto& [sum, count] = groups_[key(category[i])];
      sum += target[i] - mean_;
      count += 1;
    }
    // Method of moments for one random effect: E[between] = within (groups - 1) + effect (n - sum n_g^2 / n).
    const auto n = static_cast<double>(target.size()), groups = static_cast<double>(groups_.size());
    double between = 0, squares = 0;
    for (const auto& [value, group] : groups_) {
      between += group.first * group.first / group.second;
      squares += group.second * group.second;
    }
    const double total = (target.array() - mean_).square().sum(),
                 within = n > groups ? (total - between) / (n - groups) : total / n;
    const double effect = (between - within * (groups - 1)) / std::max(n - squares / n, 1.0);
    pull_ = effect > 0 ? within / effect : std::numeric_limits<double>::infinity();
  }

  double of(double category) const {
    const auto found = groups_.find(key(category));
    if (found == groups_.end() || !std::isfinite(pull_)) return mean_;
    return mean_ + found->second.first / (found->second.second + pull_);
  }

 private:
  // NaN is a category as good as any.
  static double key(double category) { return std::isnan(category) ? std::numeric_limits<double>::infinity() : category; }
  double mean_, pull_ = 0;
  std::map<double, std::pair<double, double>> groups_;
};

}  // namespace

/// The trees of one fold: for every target its categories as means, and a regression on those and the numbers.
struct SideFit::Fold {
  std::vector<Index> numbers, categories;
  struct Target {
    std::vector<GroupMeans> means;
    BoostedTrees trees;
  };
  std::vector<Target> targets;

  /// What each category tells by itself, one after the other: a column each.
  Matrix effects(const Matrix& side, const Target& target) const {
    Matrix out(side.rows(), static_cast<Index>(categories.size()));
    for (std::size_t c = 0; c < categories.size(); ++c)
      for (Index i = 0; i < side.rows(); ++i) out(i, static_cast<Index>(c)) = target.means[c].of(side(i, categories[c]));
    return out;
  }

  Matrix features(const Matrix& side, const Matrix& effects) const {
    Matrix out(side.rows(), static_cast<Index>(numbers.size()) + effects.cols());
    out << side(Eigen::all, numbers), effects;
    return out;
  }

  Vector predict(const Matrix& side, const Target& target) const {
    const Matrix effects = this->effects(side, target);
    return effects.rowwise().sum() + target.trees.predict(features(side, effects));
  }

  /// Means by category first, then trees for what these leave. (A row's mean without the row itself as a feature looks fair and
  /// is not: within a category it falls as the row's own target rises, and trees learn that.)
  void learn(std::size_t j, const Matrix& side, Vector target, const Matrix& held_side, Vector held_target) {
    Target& out = targets[j];
    for (const Index column : categories) {
      out.means.emplace_back(side.col(column), target);
      for (Index i = 0; i < target.size(); ++i) target[i] -= out.means.back().of(side(i, column));
      for (Index i = 0; i < held_target.size(); ++i) held_target[i] -= out.means.back().of(held_side(i, column));
    }
    out.trees = BoostedTrees::fit(features(side, effects(side, out)), target, features(held_side, effects(held_side, out)),
                                  held_target);
  }
};

SideFit::SideFit(const SideColumns& side, const Matrix& targets, const std::vector<std::int64_t>& records)
    : targets_(targets.cols()), held_out_(targets.rows(), targets.cols()) {
  std::vector<Index> numbers, categories;
  for (Index j = 0; j < side.rows.cols(); ++j) {
    const bool category = side.category[static_cast<std::size_t>(j)];
    if (!category) numbers.push_back(j);
    if (category || is_code(side.rows.col(j))) categories.push_back(j);
  }
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const std::vector<Index> seen = rows_where(records, fold, false), held = rows_where(records, fold, true);
    auto learnt = std::make_shared<Fold>();
    learnt->numbers = numbers;
    learnt->categories = categories;
    learnt->targets.resize(static_cast<std::size_t>(targets_));
    const Matrix side_seen = side.rows(seen, Eigen::all), side_held = side.rows(held, Eigen::all);
    tbb::parallel_for(Index{0}, targets_, [&](Index j) {
      const Vector target = targets.col(j);
      learnt->learn(static_cast<std::size_t>(j), side_seen, target(seen), side_held, target(held));
    });
    folds_.push_back(std::move(learnt));
  }
  held_out_ = predict(side.rows, records);
}

Matrix SideFit::predict(const Matrix& side, const std::vector<std::int64_t>& records) const {
  Matrix out(side.rows(), targets_);
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const std::vector<Index> rows = rows_where(records, fold, true);
    if (rows.empty()) continue;
    const Matrix some = side(rows, Eigen::all);
    for (Index j = 0; j < targets_; ++j) {
      const Fold::Target& target = folds_[fold]->targets[static_cast<std::size_t>(j)];
      out(rows, j) = folds_[fold]->predict(some, target);
    }
  }
  return out;
}

}  // namespace guise::stats
