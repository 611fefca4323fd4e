// SPDX-License-Identifier: Apache-2.0
#include "attacks/kalman.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

// Covariances are computed until they stand still, at most so many.
constexpr std::size_t kMostTransient = 2000;
constexpr double kStill = 1e-13;
constexpr double kForgotten = 1e-6;
constexpr Index kLongestMemory = 20'000;

Matrix transition(const Vector& phi) {
  const Index p = phi.size();
  Matrix f = Matrix::Zero(p, p);
  f.row(0) = phi.transpose();
  f.bottomLeftCorner(p - 1, p - 1).setIdentity();
  return f;
}

/// Covariance of the state of a stationary autoregression, sum of F^k Q F'^k, by doubling.
Matrix stationary_covariance(const Matrix& f, double innovation) {
  Matrix sum = Matrix::Zero(f.rows(), f.cols()), power = f;
  sum(0, 0) = innovation;
  for (int i = 0; i < 60; ++i) {
    const Matrix more = power * sum * power.transpose();
    sum += more;
    if (more.cwiseAbs().maxCoeff() <= kStill * sum(0, 0)) break;
    power = power * power;
  }
  return (sum + sum.transpose()) / 2;
}

}  // namespace

bool stationary(const Vector& phi) {
  Vector a = phi;
  for (Index p = a.size(); p > 0; --p) {  // Levinson's recursion backwards
    const double k = a[p - 1];
    if (!(std::abs(k) < 1)) return false;
    const Vector shorter = (a.head(p - 1) + k * a.head(p - 1).reverse()) / (1 - k * k);
    a = shorter;
  }
  return true;
}

Smoother::Smoother(const Autoregression& model, double noise_variance) : phi_(model.phi.size() + 1), noise_(noise_variance) {
  phi_ << model.phi, 0;
  const Matrix f = transition(phi_);
  covariances_.push_back(stationary_covariance(f, model.innovation));
  while (covariances_.size() < kMostTransient) {
    const Matrix& p = covariances_.back();
    const Vector gain = p.col(0) / (p(0, 0) + noise_);
    // Joseph's form: a sum of squares stays positive where a difference would not.
    Matrix rest = Matrix::Identity(p.rows(), p.cols());
    rest.col(0) -= gain;
    Matrix next = f * (rest * p * rest.transpose() + noise_ * gain * gain.transpose()) * f.transpose();
    next(0, 0) += model.innovation;
    const double change = (next - p).cwiseAbs().maxCoeff();
    covariances_.push_back((next + next.transpose()) / 2);
    if (change <= kStill * covariances_.back()(0, 0)) break;
  }
  const double radius = linalg::spectral_radius(closed_loop(static_cast<Index>(covariances_.size())));
  const double steps = radius > 0 ? std::log(kForgotten) / std::log(std::min(radius, 1 - 1e-12)) : 1;
  memory_ = phi_.size() + static_cast<Index>(std::min<double>(std::ceil(steps), kLongestMemory));
}

Matrix Smoother::closed_loop(Index t) const {
  const Matrix& p = covariance(t);
  Matrix loop = transition(phi_);
  loop.col(0) -= loop * (p.col(0) / (p(0, 0) + noise_));
  return loop;
}

Smoother::Forward Smoother::filter(const Vector& series, bool keep_states) const {
  Forward out{.predicted = Vector(series.size()), .surprise = Vector(series.size()), .states = {}};
  Vector state = Vector::Zero(phi_.size()), next(phi_.size());
  for (Index t = 0; t < series.size(); ++t) {
    const Matrix& p = covariance(t);
    if (keep_states) out.states.push_back(state);
    out.predicted[t] = state[0];
    out.surprise[t] = series[t] - state[0];
    state += p.col(0) * (out.surprise[t] / (p(0, 0) + noise_));
    next << phi_.dot(state), state.head(state.size() - 1);  // F s
    state.swap(next);
  }
  return out;
}

/// Visits t from the last to the first with r and P - P N P (de Jong 1989): the smoothed state is s + P r, the latter its
/// covariance.
template <typename Visit>
void Smoother::backward(const Forward& forward, bool with_covariance, Visit visit) const {
  const Index n = forward.surprise.size(), p = phi_.size(), transient = static_cast<Index>(covariances_.size());
  Vector r = Vector::Zero(p), back(p);
  Matrix information = Matrix::Zero(p, p), smoothed(p, p);
  bool still = false;
  for (Index t = n - 1; t >= 0; --t) {
    const Matrix& cov = covariance(t);
    const double total = cov(0, 0) + noise_;
    // L' r with L = F (I - K e1'): only its first entry needs the gain.
    back = phi_ * r[0];
    back.head(p - 1) += r.tail(p - 1);
    back[0] += forward.surprise[t] / total - cov.col(0).dot(back) / total;
    r.swap(back);
    if (with_covariance && (!still || t < transient)) {
      const Matrix loop = closed_loop(t);
      Matrix next = loop.transpose() * information * loop;
      next(0, 0) += 1 / total;
      still = (next - information).cwiseAbs().maxCoeff() <= kStill * next(0, 0);
      information = (next + next.transpose()) / 2;
      smoothed = cov - cov * information * cov;
    }
    visit(t, cov, r, smoothed);
  }
}

double Smoother::log_likelihood(const Vector& series) const {
  const Forward forward = filter(series, false);
  double sum = 0;
  for (Index t = 0; t < series.size(); ++t) {
    const double total = covariance(t)(0, 0) + noise_;
    sum -= 0.5 * (std::log(2 * std::numbers::pi * total) + square(forward.surprise[t]) / total);
  }
  return sum;
}

Vector Smoother::smooth(const Vector& series, Vector* sd) const {
  const Forward forward = filter(series, false);
  Vector out(series.size());
  if (sd) sd->resize(series.size());
  backward(forward, sd != nullptr, [&](Index t, const Matrix& cov, const Vector& r, const Matrix& smoothed) {
    out[t] = forward.predicted[t] + cov.col(0).dot(r);
    if (sd) (*sd)[t] = std::sqrt(std::max(0.0, smoothed(0, 0)));
  });
  return out;
}

Matrix Smoother::second_moments(const Vector& series) const {
  const Forward forward = filter(series, true);
  Matrix sum = Matrix::Zero(phi_.size(), phi_.size());
  backward(forward, true, [&](Index t, const Matrix& cov, const Vector& r, const Matrix& smoothed) {
    const Vector state = forward.states[static_cast<std::size_t>(t)] + cov * r;
    sum += state * state.transpose() + smoothed;
  });
  return sum;
}

}  // namespace guise::attacks
