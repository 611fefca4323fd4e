// SPDX-License-Identifier: Apache-2.0
#include "attacks/alike_people.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "random/laws.h"

namespace guise::attacks {
namespace {

// Rounds over all records: values are averaged over the second half. Fewer where groups are many: a round takes records times
// groups times coordinates.
constexpr int kMostRounds = 24, kFewestRounds = 6;
constexpr double kMostWork = 1e9;

/// Squares of a record, then the record: a normal log density is linear in them.
Vector terms_of(const Vector& record) {
  Vector out(2 * record.size());
  out << record.cwiseAbs2(), record;
  return out;
}

/// The number of newcomers a for which n records are expected to be of so many people: a log(1 + n / a) = people.
double newcomers_for(double people, double records) {
  double out = people;
  for (int step = 0; step < 40; ++step) out = people / std::log1p(records / out);
  return out;
}

}  // namespace

struct AlikePeople::Groups {
  Groups(const AlikeModel& with, Index most)
      : model(with), sums(Matrix::Zero(with.between.size(), most)), weights(2 * with.between.size(), most), constants(most) {
    total = model.between + model.within;
    nobody = -total.array().log().sum() / 2;
  }

  /// The group's shared value given its records, and the density of one more of them.
  Vector shared(Index group) const {
    const double size = sizes[static_cast<std::size_t>(group)];
    return model.between.array() / (size * model.between.array() + model.within.array()) * sums.col(group).array();
  }
  void renew(Index group) {
    const double size = sizes[static_cast<std::size_t>(group)];
    if (size == 0) return;
    const auto between = model.between.array(), within = model.within.array();
    const Eigen::ArrayXd variance = within + between * within / (size * between + within);
    const Eigen::ArrayXd mean = shared(group).array();
    weights.col(group) << (-0.5 / variance).matrix(), (mean / variance).matrix();
    constants[group] = -(variance.log().sum() + (mean.square() / variance).sum()) / 2 + std::log(size);
  }
  void add(Index group, const Vector& record, double sign) {
    sums.col(group) += sign * record;
    sizes[static_cast<std::size_t>(group)] += sign;
    renew(group);
  }
  /// A group without records: one that was left, or a new one.
  Index empty() {
    const Index group = std::find(sizes.begin(), sizes.end(), 0.0) - sizes.begin();
    if (group == std::ssize(sizes)) sizes.push_back(0);
    sums.col(group).setZero();
    return group;
  }
  double people() const {
    return static_cast<double>(std::count_if(sizes.begin(), sizes.end(), [](double s) { return s > 0; }));
  }

  /// The group of a record that is in none, drawn by `uniform`: by size and density, or one of its own.
  Index drawn(const Vector& terms, double uniform, double newcomers) {
    const Index count = std::ssize(sizes), d = model.between.size();
    Vector fit(count + 1);
    fit.head(count).noalias() = weights.leftCols(count).transpose() * terms;
    fit.head(count) += constants.head(count);
    for (Index g = 0; g < count; ++g)
      if (sizes[static_cast<std::size_t>(g)] == 0) fit[g] = -std::numeric_limits<double>::infinity();
    fit[count] = std::log(newcomers) + nobody - (terms.head(d).array() / total.array()).sum() / 2;
    const Vector chance = (fit.array() - fit.maxCoeff()).exp();
    double left = uniform * chance.sum();
    for (Index g = 0; g < count; ++g)
      if ((left -= chance[g]) < 0) return g;
    return empty();
  }

  const AlikeModel& model;
  Matrix sums, weights;
  Vector constants, total;
  double nobody = 0;
  std::vector<double> sizes = {};
};

AlikePeople::AlikePeople(const Matrix& records, AlikeModel model, const random::Rng& rng) : model_(std::move(model)) {
  learn_values(records, rng);
}

void AlikePeople::learn_values(const Matrix& records, const random::Rng& rng) {
  const Index n = records.rows();
  Groups groups(model_, n + 1);
  std::vector<Index> group(static_cast<std::size_t>(n), -1);
  Matrix terms(2 * records.cols(), n);
  for (Index i = 0; i < n; ++i) terms.col(i) = terms_of(records.row(i));
  Vector uniform(n);
  newcomers_ = static_cast<double>(n) / 5;
  values_ = Matrix::Zero(n, records.cols());
  int rounds = kMostRounds, counted = 0;
  for (int round = 0; round < rounds; ++round) {
    random::fill_uniform(rng, static_cast<std::uint32_t>(round), 0, {uniform.data(), static_cast<std::size_t>(n)});
    for (Index i = 0; i < n; ++i) {
      Index& own = group[static_cast<std::size_t>(i)];
      if (own >= 0) groups.add(own, records.row(i), -1);
      own = groups.drawn(terms.col(i), uniform[i], newcomers_);
      groups.add(own, records.row(i), 1);
    }
    newcomers_ = newcomers_for(groups.people(), static_cast<double>(n));
    const double work = static_cast<double>(terms.size()) * groups.people();
    rounds = std::clamp(static_cast<int>(kMostWork / work), kFewestRounds, kMostRounds);
    if (round < rounds / 2) continue;
    for (Index i = 0; i < n; ++i) values_.row(i) += with_own(records.row(i), groups.shared(group[static_cast<std::size_t>(i)]));
    ++counted;
  }
  values_ /= counted;
  std::vector<Index> kept;
  for (Index g = 0; g < std::ssize(groups.sizes); ++g)
    if (groups.sizes[static_cast<std::size_t>(g)] > 0)
      kept.push_back(g), sizes_.push_back(groups.sizes[static_cast<std::size_t>(g)]);
  weights_ = groups.weights(Eigen::all, kept);
  constants_ = groups.constants(kept);
  shared_.resize(records.cols(), std::ssize(kept));
  for (std::size_t k = 0; k < kept.size(); ++k) shared_.col(static_cast<Index>(k)) = groups.shared(kept[k]);
}

/// Of what a record differs from the shared value, the share that is not noise.
Vector AlikePeople::with_own(const Vector& record, const Vector& shared) const {
  return shared.array() + (record - shared).array() * (1 - model_.within.array().inverse());
}

Matrix AlikePeople::values(const Matrix& records, const std::vector<Index>& places) const {
  Matrix out(records.rows(), records.cols());
  const Vector total = model_.between + model_.within;
  for (Index i = 0; i < records.rows(); ++i) {
    if (const Index place = places[static_cast<std::size_t>(i)]; place >= 0) {
      out.row(i) = values_.row(place);
      continue;
    }
    const Vector record = records.row(i), fit = weights_.transpose() * terms_of(record) + constants_;
    const double alone = std::log(newcomers_) - (total.array().log() + record.array().square() / total.array()).sum() / 2;
    const double most = std::max(fit.maxCoeff(), alone), nobody = std::exp(alone - most);
    const Vector member = (fit.array() - most).exp();
    const Vector by_itself = model_.between.cwiseQuotient(total).cwiseProduct(record);
    const Vector shared = (shared_ * member + nobody * by_itself) / (member.sum() + nobody);
    out.row(i) = with_own(record, shared);
  }
  return out;
}

}  // namespace guise::attacks
