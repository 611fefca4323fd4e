// SPDX-License-Identifier: Apache-2.0
#include "stats/covariance_check.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "base/error.h"
#include "linalg/spectrum.h"

namespace guise::stats {
namespace {

// Numbers that were written with nine digits: eigenvalues of correlations are off by about as much.
constexpr double kWritten = 1e-8;

/// Correlations, where variances of 0 and below stay what they are: columns in units of their own, so that a small column's
/// defect does not drown beside a large one.
Matrix in_own_units(const Matrix& covariance) {
  Vector inverse = covariance.diagonal().cwiseAbs().cwiseSqrt();
  const double largest = inverse.maxCoeff();
  for (double& each : inverse) each = each > 0 ? 1 / each : largest > 0 ? 1 / largest : 1;
  return inverse.asDiagonal() * covariance * inverse.asDiagonal();
}

}  // namespace

void check_covariance(const Matrix& covariance, std::string_view what) {
  require(covariance.allFinite(), "{} holds numbers that are not finite; a covariance has none", what);
  const Matrix unit = in_own_units(covariance);
  require((unit - unit.transpose()).cwiseAbs().maxCoeff() <= kWritten, "{} is not symmetric; a covariance is", what);
  const double slack = kWritten * static_cast<double>(unit.rows());
  const Eigen::LLT<Matrix> factor(unit + slack * Matrix::Identity(unit.rows(), unit.cols()));
  if (factor.info() == Eigen::Success) return;
  const double least = linalg::symmetric_spectrum(covariance).values.minCoeff();
  refuse("{} is indefinite: its least eigenvalue is {:.3g}, and a covariance has none below 0", what, least);
}

}  // namespace guise::stats
