// SPDX-License-Identifier: Apache-2.0
// The Bayes core: what can be said of x after seeing o = H x + c + e, e ~ N(0, E), when x comes from a Gaussian mixture.
// One component is BE-DR (paper 002, equation 13) with H = I, and the MAP estimate of paper 004 with H = R.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "linalg/affine.h"
#include "linalg/blas.h"
#include "stats/gaussian.h"
#include "stats/mixture.h"

namespace guise::stats {

/// Everything is factored once; records can then come in any number of chunks.
class BayesCore {
 public:
  /// The channel's map is H, its shift c and its covariance E. Components need not have a regular covariance: none is inverted.
  BayesCore(const Mixture& prior, const linalg::Affine& channel);

  /// E[x | o] as a map of o, where it is one: a single component.
  std::optional<linalg::RecordMap> linear() const;

  /// E[x | o] for each row of `observed`; the posterior standard deviation of each entry when asked.
  Matrix posterior_mean(const MatrixRef& observed, Matrix* sd = nullptr) const;

 private:
  struct Component {
    double log_weight;
    Vector mean;
    Gaussian observed;       // N(H mu + c, T), T = H S H' + E
    Matrix gain_transposed;  // (S H' T^-1)'
    Vector variance;         // diagonal of (I - G H) S
  };
  void mix_block(const MatrixRef& observed, Eigen::Ref<Matrix> mean, Matrix* sd, Index first) const;
  std::vector<Component> components_;
};

/// The same in one call.
Matrix posterior_mean(const Mixture& prior, const linalg::Affine& channel, const MatrixRef& observed, Matrix* sd = nullptr);

/// A single Gaussian as a mixture.
Mixture gaussian_prior(const Vector& mean, const Matrix& covariance);

/// Stacks channels that saw the same x: several releases, or a release and known attributes. Their noises are independent.
linalg::Affine stack(const linalg::Affine& first, const linalg::Affine& second);

/// The channel that shows the listed attributes as they are (variance 0: robust_cholesky keeps the system regular).
linalg::Affine known_attributes(const std::vector<Index>& known, Index attributes);

}  // namespace guise::stats
