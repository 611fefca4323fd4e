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

GroupCodes::GroupCodes(const Matrix& categories) : codes_(static_cast<std::size_t>(categories.cols())) {
  for (Index c = 0; c < categories.cols(); ++c) {
    auto& codes = codes_[static_cast<std::size_t>(c)];
    for (Index i = 0; i < categories.rows(); ++i) codes.try_emplace(key(categories(i, c)), static_cast<int>(codes.size()));
  }
}

Eigen::MatrixXi GroupCodes::of(const Matrix& categories) const {
  Eigen::MatrixXi out(categories.rows(), categories.cols());
  for (Index c = 0; c < categories.cols(); ++c) {
    const auto& codes = codes_[static_cast<std::size_t>(c)];
    for (Index i = 0; i < categories.rows(); ++i) {
      const auto found = codes.find(key(categories(i, c)));
      out(i, c) = found == codes.end() ? -1 : found->second;
    }
  }
  return out;
}

GroupMeans::GroupMeans(const Eigen::Ref<const Groups>& group, Index groups, const Vector& target)
    : mean_(target.mean()), effect_(Vector::Zero(groups)) {
  Vector counts = Vector::Zero(groups);
  for (Index i = 0; i < group.size(); ++i) {
    effect_[group[i]] += target[i] - mean_;
    counts[group[i]] += 1;
  }
  // Method of moments for one random effect: E[between] = within (groups - 1) + effect (n - sum n_g^2 / n).
  const auto n = static_cast<double>(target.size());
  const auto seen = static_cast<double>((counts.array() > 0).count());
  const double between = (effect_.array().square() / counts.array().max(1)).sum(), squares = counts.squaredNorm();
  const double total = (target.array() - mean_).square().sum(), within = n > seen ? (total - between) / (n - seen) : total / n;
  const double variance = (between - within * (seen - 1)) / std::max(n - squares / n, 1.0);
  if (variance > 0)
    effect_ = effect_.array() / (counts.array() + within / variance);
  else
    effect_.setZero();
}

Vector GroupMeans::of(const Eigen::Ref<const Groups>& groups) const {
  Vector out(groups.size());
  for (Index i = 0; i < groups.size(); ++i) out[i] = of(groups[i]);
  return out;
}

GroupSlopes::GroupSlopes(const Eigen::Ref<const Groups>& group, Index groups, const Vector& number, const Vector& target)
    : center_(Vector::Zero(groups)), slope_(Vector::Zero(groups)) {
  Vector counts = Vector::Zero(groups), squares = Vector::Zero(groups);
  for (Index i = 0; i < group.size(); ++i) {
    if (std::isnan(number[i])) continue;
    center_[group[i]] += number[i];
    counts[group[i]] += 1;
  }
  center_ = center_.array() / counts.array().max(1);
  for (Index i = 0; i < group.size(); ++i) {
    if (std::isnan(number[i])) continue;
    const double away = number[i] - center_[group[i]];
    slope_[group[i]] += away * target[i];
    squares[group[i]] += away * away;
  }
  // Of target = slope_g away + rest: E[(sum away target)^2 / sum away^2] = var(rest) + var(slope) sum away^2.
  const double rest = (target.array() - target.mean()).square().mean(), all = squares.sum();
  double variance = 0;
  for (Index g = 0; g < groups; ++g)
    if (squares[g] > 0) variance += (slope_[g] * slope_[g] / squares[g] - rest) / all;
  if (variance > 0)
    slope_ = slope_.array() / (squares.array() + rest / variance);
  else
    slope_.setZero();
}

Vector GroupSlopes::of(const Eigen::Ref<const Groups>& groups, const Vector& number) const {
  Vector out(groups.size());
  for (Index i = 0; i < groups.size(); ++i)
    out[i] = groups[i] < 0 || std::isnan(number[i]) ? 0 : slope_[groups[i]] * (number[i] - center_[groups[i]]);
  return out;
}

}  // namespace guise::stats
