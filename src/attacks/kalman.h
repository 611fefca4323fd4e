// SPDX-License-Identifier: Apache-2.0
// An autoregression seen through white noise: x_t = phi . (x_{t-1} .. x_{t-p}) + u_t, y_t = x_t + e_t. Kalman filter and
// fixed-interval smoother in the disturbance form of de Jong (1989), which gives what Rauch, Tung and Striebel's gives without
// inverting a covariance.
#pragma once
#include <algorithm>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

struct Autoregression {
  Vector phi;             ///< phi[0] weighs x_{t-1}
  double innovation = 0;  ///< variance of u_t
};

class Smoother {
 public:
  /// The autoregression must be stationary, and innovation and noise variance positive.
  Smoother(const Autoregression& model, double noise_variance);

  double log_likelihood(const Vector& series) const;

  /// E[x | y] of a series of mean 0, and its standard deviation when asked.
  Vector smooth(const Vector& series, Vector* sd = nullptr) const;

  /// sum over t of E[s_t s_t' | y], s_t = (x_t .. x_{t-p}): what expectation maximisation needs.
  Matrix second_moments(const Vector& series) const;

  /// Distance after which an observation moves the guess by less than a millionth of its own size.
  Index memory() const { return memory_; }

 private:
  // The state is (x_t .. x_{t-p}), one longer than needed to predict, so that second_moments() sees x_t beside all that it
  // depends on.
  struct Forward {
    Vector predicted, surprise;  // of y_t given the past, and y_t minus it
    std::vector<Vector> states;  // predicted states, when wanted
  };
  Forward filter(const Vector& series, bool keep_states) const;
  template <typename Visit>
  void backward(const Forward& forward, bool with_covariance, Visit visit) const;
  const Matrix& covariance(Index t) const {
    return covariances_[std::min<std::size_t>(static_cast<std::size_t>(t), covariances_.size() - 1)];
  }
  Matrix closed_loop(Index t) const;  // F (I - K e1')

  Vector phi_;  // with a zero at the end
  double noise_;
  std::vector<Matrix> covariances_;  // of the state given the past; the last one is the steady state
  Index memory_ = 0;
};

/// True when the autoregression forgets its past: all reflection coefficients of phi are inside (-1, 1).
bool stationary(const Vector& phi);

}  // namespace guise::attacks
