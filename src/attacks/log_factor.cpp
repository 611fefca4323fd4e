// SPDX-License-Identifier: Apache-2.0
#include "attacks/log_factor.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>

namespace guise::attacks {
namespace {

constexpr double kCut = 2;  // Kim and Winkler's factors lie within two standard deviations (before the cut) of 1

/// E of g(T) for the standard normal cut at +-2. Analytic on the interval, so 40 nodes are exact to rounding.
template <typename Function>
double truncated_mean(Function g) {
  using Rule = boost::math::quadrature::gauss<double, 40>;
  const auto weight = [](double t) { return std::exp(-t * t / 2); };
  return Rule::integrate([&](double t) { return g(t) * weight(t); }, -kCut, kCut) / Rule::integrate(weight, -kCut, kCut);
}

/// E of g(f) for factors 1 + d and 1 - d, d falling in a straight line from `low` to 0 at `high` (Evans, Zayatz and Slanta
/// 1998).
template <typename Function>
double ramp_mean(Function g, double low, double high) {
  using Rule = boost::math::quadrature::gauss<double, 40>;
  const auto density = [&](double d) { return (high - d) / square(high - low); };  // half of it on each side of 1
  return Rule::integrate([&](double d) { return density(d) * (g(1 + d) + g(1 - d)); }, low, high);
}

/// The same for all columns, or for each by itself.
void ramp_moments(const Factor& factor, LogMoments& out) {
  const auto log_f = [](double f) { return std::log(f); };
  const double mean = ramp_mean(log_f, factor.low, factor.high);
  const double variance = ramp_mean([&](double f) { return square(log_f(f) - mean); }, factor.low, factor.high);
  out.mean.setConstant(mean);
  const Index m = factor.sd.size();
  out.covariance = factor.common ? Matrix(Matrix::Constant(m, m, variance)) : Matrix(variance * Matrix::Identity(m, m));
}

}  // namespace

Matrix logs_of(const MatrixRef& released) {
  return released.unaryExpr([](double y) { return y == 0 ? std::numeric_limits<double>::quiet_NaN() : std::log(std::abs(y)); });
}

LogMoments gappy_moments(const Matrix& logs) {
  const Index m = logs.cols();
  const Matrix there = logs.unaryExpr([](double value) { return std::isnan(value) ? 0.0 : 1.0; });
  const Matrix filled = logs.unaryExpr([](double value) { return std::isnan(value) ? 0.0 : value; });
  LogMoments out{.mean = Vector::Zero(m), .covariance = Matrix::Zero(m, m)};
  for (Index j = 0; j < m; ++j) out.mean[j] = filled.col(j).sum() / std::max(1.0, there.col(j).sum());
  const Matrix centred = (filled.rowwise() - out.mean.transpose()).cwiseProduct(there);
  const Matrix counts = there.transpose() * there;
  out.covariance = (centred.transpose() * centred).cwiseQuotient((counts.array() - 1).max(1).matrix());
  return out;
}

LogMoments log_factor(const Factor& factor, const Matrix& release_covariance) {
  const Vector variance = factor.sd.cwiseAbs2();
  LogMoments out{.mean = -variance / 2, .covariance = Matrix(variance.asDiagonal())};
  const double total = release_covariance.trace();
  if (factor.law == "lognormal" && factor.shaped && total > 0) {
    // Sigma_logf = c Sigma_logx and Sigma_logy = (1 + c) Sigma_logx, so Sigma_logf is c / (1 + c) of Sigma_logy; the published
    // variances give that share.
    out.covariance = release_covariance * std::min(1.0, variance.sum() / total);
  } else if (factor.law == "ramp") {
    ramp_moments(factor, out);
  } else if (factor.law == "truncated") {
    for (Index j = 0; j < factor.sd.size(); ++j) {
      const auto log_f = [sd = factor.sd[j]](double t) { return std::log1p(sd * t); };
      out.mean[j] = truncated_mean(log_f);
      out.covariance(j, j) = truncated_mean([&](double t) { return square(log_f(t) - out.mean[j]); });
    }
  }
  return out;
}

}  // namespace guise::attacks
