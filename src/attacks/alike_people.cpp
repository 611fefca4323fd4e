// SPDX-License-Identifier: Apache-2.0
#include "attacks/alike_people.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "random/laws.h"

namespace guise::attacks {
namespace {

// Records of a person at the start, where nothing is known: too few rather than too many, since groups that are one person's
// find each other more easily than a group of two people falls apart.
constexpr double kFirstSize = 2;
// A round takes records times groups times coordinates; rounds are left out beyond so much work.
constexpr double kMostWork = 1e9;
constexpr int kFewestRounds = 4;
// How much a person's own records differ, as a share of the variance without the noise: what the model goes to.
constexpr double kLeastOwn = 0.003, kMostOwn = 0.3;
// Degrees of freedom at which a coordinate's own estimate counts as much as that of all coordinates together, and those
// below which there is none.
constexpr double kOwnFreedom = 200, kLeastFreedom = 20;
// Log densities this far below the best are not worth an exponential function.
constexpr double kNegligible = -40;

}  // namespace

AlikePeople::AlikePeople(const Matrix& records, AlikeModel start, const random::Rng& rng)
    : model_(std::move(start)),
      signal_(model_.between.array() + model_.within.array() - 1),
      records_(records.transpose()),
      rng_(rng),
      law_(kFirstSize, records.rows()),
      group_(static_cast<std::size_t>(records.rows()), -1),
      sizes_(static_cast<std::size_t>(records.rows() + 1)),
      sums_(Matrix::Zero(records.cols(), records.rows() + 1)),
      weights_(records.cols(), records.rows() + 1),
      constants_(records.rows() + 1),
      values_(records) {
  for (Index group = records.rows(); group >= 0; --group) free_.push_back(group);
  regroup();
}

void AlikePeople::extend(Index size) {
  const auto between = model_.between.array(), within = model_.within.array();
  for (Index each = std::ssize(by_size_.constant); each <= size; ++each) {
    if (each >= by_size_.share.cols()) {
      by_size_.share.conservativeResize(between.size(), 2 * each + 8);
      by_size_.precision.conservativeResize(between.size(), 2 * each + 8);
    }
    const Eigen::ArrayXd share = between / (within + static_cast<double>(each) * between);
    const Eigen::ArrayXd variance = within + share * within;
    by_size_.share.col(each) = share;
    by_size_.precision.col(each) = variance.inverse();
    by_size_.constant.push_back(-variance.log().sum() / 2);
  }
}

/// What a group's records have in common.
Vector AlikePeople::shared(Index group) const {
  return by_size_.share.col(sizes_[static_cast<std::size_t>(group)]).cwiseProduct(sums_.col(group));
}

/// The log density of one more record z is weights . z + constant, and -z^2 . precision / 2, which is the same for all groups
/// of a size.
void AlikePeople::renew(Index group) {
  const Index size = sizes_[static_cast<std::size_t>(group)];
  if (size == 0) return;
  extend(size);
  const Vector mean = shared(group);
  weights_.col(group) = by_size_.precision.col(size).cwiseProduct(mean);
  constants_[group] =
      by_size_.constant[static_cast<std::size_t>(size)] - mean.dot(weights_.col(group)) / 2 + law_.joining(size);
}

void AlikePeople::add(Index group, Index record) {
  Index& size = sizes_[static_cast<std::size_t>(group)];
  if (size++ == 0) ++groups_, free_.pop_back(), top_ = std::max(top_, group + 1);
  sums_.col(group) += records_.col(record);
  group_[static_cast<std::size_t>(record)] = group;
  renew(group);
}

void AlikePeople::remove(Index record) {
  const Index group = group_[static_cast<std::size_t>(record)];
  if (group < 0) return;
  sums_.col(group) -= records_.col(record);
  if (--sizes_[static_cast<std::size_t>(group)] > 0) return renew(group);
  sums_.col(group).setZero();
  --groups_, free_.push_back(group);
}

/// The group of a record that is in none: by size and density, or one of its own.
Index AlikePeople::drawn(Index record, double uniform) {
  const Vector squares = records_.col(record).cwiseAbs2();
  Vector fit = constants_.head(top_), by_size = Vector::Constant(std::ssize(by_size_.constant), 1.0);  // 1: not computed yet
  fit.noalias() += weights_.leftCols(top_).transpose() * records_.col(record);
  const auto of_size = [&](Index size) {
    if (by_size[size] > 0) by_size[size] = -squares.dot(by_size_.precision.col(size)) / 2;
    return by_size[size];
  };
  const double alone = of_size(0) + by_size_.constant[0] + law_.founding(groups_);
  double best = alone;
  for (Index group = 0; group < top_; ++group) {
    const Index size = sizes_[static_cast<std::size_t>(group)];
    fit[group] = size > 0 ? fit[group] + of_size(size) : -std::numeric_limits<double>::infinity();
    best = std::max(best, fit[group]);
  }
  double sum = std::exp(alone - best);
  for (double& each : fit) sum += each = each - best > kNegligible ? std::exp(each - best) : 0;
  double left = uniform * sum;
  for (Index group = 0; group < top_; ++group)
    if ((left -= fit[group]) < 0) return group;
  return free_.back();
}

void AlikePeople::regroup() {
  const Index n = records_.cols();
  Vector uniform(n);
  random::fill_uniform(rng_, round_++, 0, {uniform.data(), static_cast<std::size_t>(n)});
  extend(0);
  for (Index i = 0; i < n; ++i) {
    remove(i);
    add(drawn(i, uniform[i]), i);
  }
  learn_model();
}

/// The law of sizes, and `within` from what records differ from the means of their groups: for every coordinate, drawn towards
/// one share of the variance for all of them.
void AlikePeople::learn_model() {
  law_ = GroupSizes(sizes_, records_.cols());
  const auto freedom = static_cast<double>(records_.cols() - groups_);
  if (freedom >= kLeastFreedom) {
    Vector squares = Vector::Zero(signal_.size());
    for (Index i = 0; i < records_.cols(); ++i) {
      const Index group = group_[static_cast<std::size_t>(i)];
      const auto size = static_cast<double>(sizes_[static_cast<std::size_t>(group)]);
      squares += (records_.col(i) - sums_.col(group) / size).cwiseAbs2();
    }
    const Vector own = (squares / freedom).array() - 1;
    own_share_ = own.sum() / signal_.sum();
    const double share = std::clamp(own_share_, kLeastOwn, kMostOwn), trust = freedom / (freedom + kOwnFreedom);
    const Vector kept =
        (trust * own + (1 - trust) * share * signal_).cwiseMax(kLeastOwn * signal_).cwiseMin(kMostOwn * signal_);
    model_ = {signal_ - kept, (1 + kept.array()).matrix()};
    by_size_ = {};
    extend(0);
  }
  for (Index group = 0; group < top_; ++group) renew(group);
}

void AlikePeople::draw(int rounds) {
  const double work = static_cast<double>(records_.size()) * static_cast<double>(groups_);
  rounds = std::min(rounds, std::max(kFewestRounds, static_cast<int>(kMostWork / work)));
  values_.setZero();
  for (int round = 0; round < rounds; ++round) {
    regroup();
    if (round < rounds / 2) continue;
    for (Index i = 0; i < records_.cols(); ++i)
      values_.row(i) += with_own(records_.col(i), shared(group_[static_cast<std::size_t>(i)]));
  }
  values_ /= rounds - rounds / 2;
}

/// Of what a record differs from the shared value, the share that is not noise.
Vector AlikePeople::with_own(const Vector& record, const Vector& shared) const {
  return shared.array() + (record - shared).array() * (1 - model_.within.array().inverse());
}

Matrix AlikePeople::values(const Matrix& records, const std::vector<Index>& places) const {
  Matrix out(records.rows(), records.cols());
  for (Index i = 0; i < records.rows(); ++i) {
    if (const Index place = places[static_cast<std::size_t>(i)]; place >= 0) {
      out.row(i) = values_.row(place);
      continue;
    }
    const Vector record = records.row(i), squares = record.cwiseAbs2();
    const Vector by_size = by_size_.precision.leftCols(std::ssize(by_size_.constant)).transpose() * squares / -2;
    Vector fit = weights_.leftCols(top_).transpose() * record + constants_.head(top_);
    for (Index group = 0; group < top_; ++group) {
      const Index size = sizes_[static_cast<std::size_t>(group)];
      fit[group] = size > 0 ? fit[group] + by_size[size] : -std::numeric_limits<double>::infinity();
    }
    const double alone = by_size[0] + by_size_.constant[0] + law_.founding(groups_);
    const double best = std::max(fit.maxCoeff(), alone);
    double sum = std::exp(alone - best);
    Vector in_common = sum * by_size_.share.col(1).cwiseProduct(record);
    for (Index group = 0; group < top_; ++group) {
      if (fit[group] - best < kNegligible) continue;
      const double member = std::exp(fit[group] - best);
      sum += member;
      in_common += member * shared(group);
    }
    out.row(i) = with_own(record, in_common / sum);
  }
  return out;
}

}  // namespace guise::attacks
