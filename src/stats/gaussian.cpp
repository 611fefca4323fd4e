// SPDX-License-Identifier: Apache-2.0
#include "stats/gaussian.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "linalg/spectrum.h"

namespace guise::stats {

Matrix robust_cholesky(const Matrix& covariance) {
  const double mean = covariance.diagonal().cwiseMax(0).mean();
  Vector scale = covariance.diagonal();
  for (double& value : scale) value = std::sqrt(value > 0 ? value : mean > 0 ? mean : 1.0);
  const Vector inverse = scale.cwiseInverse();
  const Matrix unit = inverse.asDiagonal() * covariance * inverse.asDiagonal();
  // A pivot below 1e-13 of the diagonal is rounding error.
  for (double jitter = 0; jitter < 1; jitter = jitter == 0 ? 1e-9 : 10 * jitter) {
    const Eigen::LLT<Matrix> factor(unit + jitter * Matrix::Identity(unit.rows(), unit.cols()));
    if (factor.info() != Eigen::Success) continue;
    const Matrix lower = factor.matrixL();
    if (lower.diagonal().minCoeff() > std::sqrt(1e-13)) return scale.asDiagonal() * lower;
  }
  fail("a {0} x {0} covariance is not positive even after repair; are there infinite values?", covariance.rows());
}

Matrix covariance_root(const Matrix& covariance) {
  const Vector sd = covariance.diagonal().cwiseMax(0).cwiseSqrt();
  Vector inverse = sd;
  for (double& value : inverse) value = value > 0 ? 1 / value : 0;
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(inverse.asDiagonal() * covariance * inverse.asDiagonal());
  return sd.asDiagonal() * spectrum.vectors * spectrum.values.cwiseMax(0).cwiseSqrt().asDiagonal();
}

Gaussian::Gaussian(Vector mean, const Matrix& covariance) : mean_(std::move(mean)), lower_(robust_cholesky(covariance)) {
  set_constant();
}

Gaussian Gaussian::of_factor(Vector mean, Matrix lower) {
  Gaussian out;
  out.mean_ = std::move(mean);
  out.lower_ = std::move(lower);
  out.set_constant();
  return out;
}

void Gaussian::set_constant() {
  log_constant_ =
      -lower_.diagonal().array().log().sum() - 0.5 * static_cast<double>(mean_.size()) * std::log(2 * std::numbers::pi);
}

Vector Gaussian::log_density(const Matrix& centred) const {
  Matrix white = centred;
  lower_.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(white);
  Vector squares = Vector::Zero(white.rows());
  for (Index j = 0; j < white.cols(); ++j) squares += white.col(j).cwiseAbs2();
  return (log_constant_ - 0.5 * squares.array()).matrix();
}

}  // namespace guise::stats
