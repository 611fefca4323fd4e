// SPDX-License-Identifier: Apache-2.0
#include "attacks/whole_records.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/solve.h"
#include "stats/bayes_core.h"
#include "stats/gaussian.h"

namespace guise::attacks {
namespace {

// The release is known to a little less than its 16 digits. Finer, the lattice would outgrow the digits of its own basis.
constexpr double kRounding = 1e-11;
// A prior may not be surer of an attribute than this share of its unit: samples have constant and equal columns by chance.
constexpr double kLeastSd = 0.03;
// Candidates less than 1e-4 as likely as the likeliest are not counted.
const double kSlack = 2 * std::log(1e4);

Matrix inverse_root(const Matrix& covariance) {
  const Matrix lower = stats::robust_cholesky(covariance);
  return lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(lower.rows(), lower.cols()));
}

/// The channel's noise and the rounding of what was released.
Matrix noise_of(const WholeRecordModel& model) {
  const Matrix& map = model.channel.map;
  const Vector size =
      (map * model.mean + model.channel.shift).cwiseAbs2() + (map * model.covariance * map.transpose()).diagonal();
  Matrix noise = model.channel.covariance;
  noise.diagonal() += square(kRounding) * size.cwiseMax(size.maxCoeff() * square(kRounding));
  return noise;
}

/// log of the largest sum of exp(-(k - c)^2 / 2 s^2) over the whole numbers k, over its integral sqrt(2 pi) s: 0 for s of 1 and
/// more.
double log_comb(double s) {
  double sum = 1;
  for (int k = 1; k < 40 && k < 10 * s + 1; ++k) sum += 2 * std::exp(-square(k / s) / 2);
  return s > 3 ? 0 : std::log(sum / (std::sqrt(2 * std::numbers::pi) * s));
}

/// A squared length of so many numbers of variance 1 is beyond this once in ten thousand.
double most_squares(Index count) {
  const double n = static_cast<double>(count);
  return n + 5 * std::sqrt(2 * n) + 10;
}

}  // namespace

WholeRecords::WholeRecords(WholeRecordModel model) : model_(std::move(model)) {
  const Index k = model_.channel.map.rows(), m = model_.mean.size();
  for (Index j = 0; j < m; ++j) (model_.unit[j] > 0 ? whole_ : free_).push_back(j);
  model_.covariance.diagonal() += (kLeastSd * model_.unit).cwiseAbs2();
  model_.channel.covariance = noise_of(model_);
  noise_root_ = inverse_root(model_.channel.covariance);
  prior_root_ = inverse_root(model_.covariance);
  estimate_ = *stats::BayesCore(stats::gaussian_prior(model_.mean, model_.covariance), model_.channel).linear();
  Matrix system(k + m, m);
  system << noise_root_ * model_.channel.map, prior_root_;
  steps_ = system(Eigen::all, whole_) * Vector(model_.unit(whole_)).asDiagonal();
  Matrix open = steps_;
  if (!free_.empty()) {  // whatever the whole numbers, the free ones are at their best: only what they cannot reach counts
    const linalg::Qr qr = linalg::householder_qr(system(Eigen::all, free_));
    free_turn_ = qr.q;
    free_solve_ = qr.r.triangularView<Eigen::Upper>().solve(free_turn_.transpose());
    open -= free_turn_ * (free_turn_.transpose() * steps_);
  }
  closest_.emplace(open);
  // Points of a lattice of determinant d have, by cost, the weights exp(-cost / 2): (2 pi)^(w/2) / d in all where it lies at
  // random.
  const linalg::Qr lattice = linalg::householder_qr(open);
  log_chance_ = 0.5 * static_cast<double>(whole_.size()) * std::log(2 * std::numbers::pi) -
                lattice.r.diagonal().array().abs().log().sum();
  // The prior's own sum over whole numbers exceeds its integral where it is narrower than a unit: that says nothing of the
  // release. Summed attribute by attribute, each given those before it, it is at most this.
  const Matrix lower = stats::robust_cholesky(model_.covariance(whole_, whole_));
  for (std::size_t i = 0; i < whole_.size(); ++i)
    log_prior_ += log_comb(lower(static_cast<Index>(i), static_cast<Index>(i)) / model_.unit[whole_[i]]);
}

/// A record in the box with whole numbers where they belong, near the plain estimate.
Vector WholeRecords::start(const Vector& released, const Box& box) const {
  Vector x = estimate_.left.transpose() * (released - estimate_.center) + estimate_.shift;
  for (const Index j : whole_) {
    const double unit = model_.unit[j];
    x[j] = std::nearbyint(std::clamp(x[j], box.least[j], std::max(box.least[j], box.most[j])) / unit) * unit;
  }
  return x;
}

/// The record that many steps from where the search began, and the free attributes at their best then.
Vector WholeRecords::with_free(Vector record, const Vector& rest, const Vector& steps) const {
  for (std::size_t i = 0; i < whole_.size(); ++i) record[whole_[i]] += model_.unit[whole_[i]] * steps[static_cast<Index>(i)];
  if (free_.empty()) return record;
  const Vector change = free_solve_ * (rest - steps_ * steps);
  for (std::size_t i = 0; i < free_.size(); ++i) record[free_[i]] += change[static_cast<Index>(i)];
  return record;
}

WholeRecords::Guess WholeRecords::search(const Vector& released, const Box& box) const {
  const Index k = model_.channel.map.rows(), m = model_.mean.size();
  const Vector from = start(released, box), seen = released - model_.channel.shift;
  Vector rest(k + m);
  rest << noise_root_ * (seen - model_.channel.map * from), prior_root_ * (model_.mean - from);
  const auto steps_to = [&](const Vector& bound) { return Vector((bound - from)(whole_).cwiseQuotient(model_.unit(whole_))); };
  const Vector open = free_.empty() ? rest : Vector(rest - free_turn_ * (free_turn_.transpose() * rest));
  constexpr double kEdge = 1e-6;  // of a unit: bounds that are multiples themselves
  const linalg::ClosestPoint::Found found = closest_->find(
      open, steps_to(box.least).array() - kEdge, steps_to(box.most).array() + kEdge, {.slack = kSlack, .budget = kBudget});
  Guess out{.values = from, .squared_error = model_.covariance.diagonal(), .probability = 0, .complete = found.complete};
  if (!found.points.empty()) {
    out.values = with_free(from, rest, found.points.front().x);
    out.squared_error.setZero();
    double total = 0, counted = 0;
    for (const auto& point : found.points) {
      const double weight = std::exp((found.points.front().squared - point.squared) / 2);
      total += weight, counted += weight;
      out.squared_error += weight * (with_free(from, rest, point.x) - out.values).cwiseAbs2();
    }
    out.squared_error /= total;
    const double nearest = found.points.front().squared;
    // Points that the search did not come to are as many as chance has.
    if (!found.complete) total = std::max(total, 1 + std::exp(std::min(log_chance_ + nearest / 2, 700.0)));
    out.probability = 1 / total;
    out.factor = std::exp(std::clamp(std::log(counted) - nearest / 2 - log_chance_ - log_prior_, -700.0, 700.0));
    for (std::size_t i = 0; i < free_.size(); ++i)
      out.squared_error[free_[i]] += free_solve_.row(static_cast<Index>(i)).squaredNorm();
  }
  out.misfit = (noise_root_ * (seen - model_.channel.map * out.values)).squaredNorm();
  out.fits = out.misfit < most_squares(k);
  // The right numbers lie no farther: where none do in the box, they are not there, whatever else there is.
  if (found.points.empty() && found.covered > most_squares(k + m)) out.complete = true;
  return out;
}

WholeRecords::Guess WholeRecords::guess(const Vector& released) const {
  Guess best = search(released, {model_.least, model_.most});
  const Vector side = (model_.most - model_.least).cwiseMax(model_.unit);
  for (const double wider : {1.0, 8.0}) {
    if (best.fits) break;
    Guess other = search(released, {model_.least - wider * side, model_.most + wider * side});
    const double factor = std::max(best.factor, other.factor);
    const bool complete = other.fits ? other.complete : best.complete;  // few people are outside: the first search counts
    if (other.misfit < best.misfit) best = std::move(other);
    best.factor = factor;
    best.complete = complete;
  }
  return best;
}

}  // namespace guise::attacks
