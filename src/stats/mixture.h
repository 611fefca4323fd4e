// SPDX-License-Identifier: Apache-2.0
// Gaussian mixtures fitted through known noise: "extreme deconvolution", Bovy, Hogg and Roweis (2011).
#pragma once
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

struct Mixture {
  std::vector<double> weight;
  std::vector<Vector> mean;
  std::vector<Matrix> covariance;
  double log_likelihood = 0;  ///< of the data it was fitted to, per record
};

struct MixtureFit {
  int components = 0;  ///< 0: chosen by BIC over 1..8
  int iterations = 200;
};

/// Fits the density of x to observations o = x + e, e ~ N(0, noise).
Mixture fit_mixture(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const random::Rng& rng);

}  // namespace guise::stats
