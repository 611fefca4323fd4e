// SPDX-License-Identifier: Apache-2.0
#include "stats/group_means.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace guise::stats {
namespace {

double key(double category) {
  return std::isnan(category) ? std::numeric_limits<double>::infinity() : category;
}

}  // namespace

GroupMeans::GroupMeans(const Vector& category, const Vector& target) : mean_(target.mean()) {
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

double GroupMeans::of(double category) const {
  const auto found = groups_.find(key(category));
  if (found == groups_.end() || !std::isfinite(pull_)) return mean_;
  return mean_ + found->second.first / (found->second.second + pull_);
}

Vector GroupMeans::of(const Vector& categories) const {
  Vector out(categories.size());
  for (Index i = 0; i < categories.size(); ++i) out[i] = of(categories[i]);
  return out;
}

}  // namespace guise::stats
