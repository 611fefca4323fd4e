// SPDX-License-Identifier: Apache-2.0
#include "stats/latent_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "random/laws.h"
#include "stats/shares.h"

namespace guise::stats {
namespace {

constexpr Index kKinds[] = {1, 2, 3, 5, 8, 12};
constexpr int kStarts = 3, kMostTurns = 200;
constexpr double kSettled = 5e-5;   // gain of log likelihood, by record, at which a climb ends
constexpr double kSmoothing = 0.2;  // records that every kind has of every class before it has seen any
constexpr double kSeed = 0.7;       // of the class of the record that a kind starts from

}  // namespace

Matrix LatentClasses::seen_law(Index column) const {
  const ClassChannel& channel = channels_[static_cast<std::size_t>(column)];
  return (channel.kept * laws_[static_cast<std::size_t>(column)]).rowwise() + (1 - channel.kept) * channel.drawn.transpose();
}

Matrix LatentClasses::shares(const Eigen::MatrixXi& seen, double* log_likelihood) const {
  Matrix out = weight_.array().log().matrix().transpose().replicate(seen.rows(), 1);
  for (Index j = 0; j < seen.cols(); ++j) {
    const Matrix log_law = seen_law(j).array().max(1e-300).log();
    for (Index i = 0; i < seen.rows(); ++i)
      if (seen(i, j) >= 0) out.row(i) += log_law.col(seen(i, j)).transpose();
  }
  const Vector likelihood = turn_to_shares(out);
  if (log_likelihood) *log_likelihood = likelihood.sum();
  return out;
}

void LatentClasses::maximise(const Eigen::MatrixXi& seen, const Matrix& shares) {
  const double all = static_cast<double>(seen.rows()) + static_cast<double>(weight_.size());
  weight_ = (shares.colwise().sum().transpose().array() + 1) / all;
  for (Index j = 0; j < seen.cols(); ++j) {
    Matrix& law = laws_[static_cast<std::size_t>(j)];
    const ClassChannel& channel = channels_[static_cast<std::size_t>(j)];
    Matrix counts = Matrix::Zero(law.rows(), law.cols());
    for (Index i = 0; i < seen.rows(); ++i)
      if (seen(i, j) >= 0) counts.col(seen(i, j)) += shares.row(i).transpose();
    // Of what is seen in a class, the part that was kept is of that class; the rest may be of any.
    const Matrix ratio = counts.cwiseQuotient(seen_law(j).cwiseMax(1e-300));
    const Vector drawn = (1 - channel.kept) * (ratio * channel.drawn);
    Matrix found = law.array() * ((channel.kept * ratio).colwise() + drawn).array();
    found.array() += kSmoothing / static_cast<double>(law.cols());
    law = found.rowwise().sum().cwiseInverse().asDiagonal() * found;
  }
}

double LatentClasses::climb(const Eigen::MatrixXi& seen) {
  double before = -std::numeric_limits<double>::infinity(), now = before;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const Matrix found = shares(seen, &now);
    if (now - before < kSettled * static_cast<double>(seen.rows())) break;
    before = now;
    maximise(seen, found);
  }
  return now;
}

void LatentClasses::start(const Eigen::MatrixXi& seen, Index kinds, const random::Rng& rng) {
  weight_ = Vector::Constant(kinds, 1 / static_cast<double>(kinds));
  laws_.clear();
  Vector drawn(kinds);
  random::fill_uniform(rng, 0, 0, {drawn.data(), static_cast<std::size_t>(kinds)});
  for (Index j = 0; j < seen.cols(); ++j) {
    const Vector& shares = channels_[static_cast<std::size_t>(j)].drawn;
    Matrix law = shares.transpose().replicate(kinds, 1);
    for (Index k = 0; kinds > 1 && k < kinds; ++k) {
      const int of = seen(static_cast<Index>(drawn[k] * static_cast<double>(seen.rows())), j);
      if (of < 0) continue;
      law.row(k) *= 1 - kSeed;
      law(k, of) += kSeed;
    }
    laws_.push_back(std::move(law));
  }
}

LatentClasses::LatentClasses(const Eigen::MatrixXi& seen, std::vector<ClassChannel> channels, const random::Rng& rng)
    : channels_(std::move(channels)) {
  double least = std::numeric_limits<double>::infinity();
  Vector best_weight;
  std::vector<Matrix> best_laws;
  Index free = 0;
  for (const ClassChannel& channel : channels_) free += channel.drawn.size() - 1;
  for (const Index kinds : kKinds) {
    double here = least;
    for (int attempt = 0; attempt < (kinds > 1 ? kStarts : 1); ++attempt) {
      start(seen, kinds, rng.fork("start").fork(std::to_string(kStarts * kinds + attempt)));
      const double parameters = static_cast<double>(kinds * (free + 1) - 1), criterion = 2 * parameters - 2 * climb(seen);
      if (!(criterion < here)) continue;
      here = criterion;
      best_weight = weight_;
      best_laws = laws_;
    }
    if (!(here < least)) break;  // more kinds have more parameters, and nothing to show for them
    least = here;
  }
  weight_ = best_weight;
  laws_ = best_laws;
}

Matrix LatentClasses::posterior(const Eigen::MatrixXi& seen, Index column) const {
  const Matrix& law = laws_[static_cast<std::size_t>(column)];
  const ClassChannel& channel = channels_[static_cast<std::size_t>(column)];
  const Matrix found = shares(seen, nullptr), likely = seen_law(column).cwiseMax(1e-300);
  // Of the kinds, given all that is seen; of a class, given a kind: the law before it was changed, and what is seen of it.
  Matrix out = Matrix::Zero(seen.rows(), law.cols());
  for (Index i = 0; i < seen.rows(); ++i) {
    const int at = seen(i, column);
    if (at < 0) {
      out.row(i) = found.row(i) * law;
      continue;
    }
    const Vector scaled = found.row(i).transpose().cwiseQuotient(likely.col(at));
    out.row(i) = (1 - channel.kept) * channel.drawn[at] * (scaled.transpose() * law);
    out(i, at) += channel.kept * scaled.dot(law.col(at));
  }
  return out;
}

}  // namespace guise::stats
