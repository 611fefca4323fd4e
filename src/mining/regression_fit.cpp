// SPDX-License-Identifier: Apache-2.0
#include "mining/regression_fit.h"

#include <algorithm>
#include <cmath>

#include "linalg/solve.h"

namespace guise::mining {
namespace {

/// A^-1 through a matrix of diagonal 1: attributes may have any units.
Matrix scaled_inverse(const Matrix& a) {
  const Vector scale = a.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * linalg::inverse(scale.asDiagonal() * a * scale.asDiagonal()) * scale.asDiagonal();
}

}  // namespace

JointMoments joint_moments(const stats::Moments& gathered) {
  const Index m = gathered.attributes() - 1;
  const Matrix covariance = gathered.covariance();
  return {.records = static_cast<double>(gathered.count()),
          .mean = gathered.mean().head(m),
          .target_mean = gathered.mean()(m),
          .yy = covariance.topLeftCorner(m, m),
          .yt = covariance.col(m).head(m),
          .tt = covariance(m, m)};
}

LinearFit fit_linear(const JointMoments& all, const Matrix& without_errors, double ridge) {
  const double n = all.records, freedom = n - 1 - static_cast<double>(all.mean.size());
  Matrix normal = without_errors;
  normal.diagonal().array() += ridge / (n - 1);
  const Matrix inverse = scaled_inverse(normal);
  LinearFit out;
  out.slopes = inverse * all.yt;
  const Vector& b = out.slopes;
  out.intercept = all.target_mean - b.dot(all.mean);
  // More attributes than records (with a ridge): there is no freedom left to tell the residuals' variance by.
  const double unbiased = freedom > 0 ? (n - 1) / freedom : 1;
  const double explained = 2 * b.dot(all.yt) - b.dot(without_errors * b);
  out.residual_variance = std::max(0.0, all.tt - explained) * unbiased;
  out.r_squared = explained / all.tt;
  // Fuller (1987), theorem 2.2.1: with errors u of known covariance Sigma and v = e - u'b of variance s, the estimate varies by
  // A^-1 (S_yy s + Sigma b b' Sigma) A^-1 / n where errors are Gaussian. Without errors that is s S_yy^-1 / n as ever.
  const double s = std::max(0.0, all.tt - 2 * b.dot(all.yt) + b.dot(all.yy * b)) * unbiased;
  const Vector bent = (all.yy - without_errors) * b;
  const Matrix varies = inverse * (s * all.yy + bent * bent.transpose()) * inverse / (n - 1);
  out.slope_errors = varies.diagonal().cwiseMax(0).cwiseSqrt();
  out.intercept_error = std::sqrt(s / n + std::max(0.0, all.mean.dot(varies * all.mean)));
  return out;
}

double squared_error(const LinearFit& fit, const JointMoments& of) {
  const Vector& b = fit.slopes;
  const double spread = of.tt - 2 * b.dot(of.yt) + b.dot(of.yy * b);
  const double bias = of.target_mean - fit.intercept - b.dot(of.mean);
  return (of.records - 1) * spread + of.records * square(bias);
}

double interval_overlap(double low_a, double high_a, double low_b, double high_b) {
  const double both = std::max(0.0, std::min(high_a, high_b) - std::max(low_a, low_b));
  if (both == 0) return low_a == low_b && high_a == high_b;  // points
  return (both / (high_a - low_a) + both / (high_b - low_b)) / 2;
}

}  // namespace guise::mining
