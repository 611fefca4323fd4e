// SPDX-License-Identifier: Apache-2.0
#include "theory/gaussian_privacy.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "theory/first_true.h"

namespace guise::theory {
namespace {

constexpr double kRootTwo = std::numbers::sqrt2;

double log_normal_density(double x) {
  return -0.5 * x * x - 0.5 * std::log(2 * std::numbers::pi);
}

// From here on the continued fraction is right to the last digits with kTerms terms; erfc is 0 beyond 37.
constexpr double kFar = 8;
constexpr int kTerms = 60;

/// Mills' ratio Phi(-t) / phi(t) for t >= 0, which neither vanishes nor overflows: 1/(t + 1/(t + 2/(t + 3/(t + …)))) far out.
double mills(double t) {
  if (t < kFar) return 0.5 * boost::math::erfc(t / kRootTwo) * std::exp(-log_normal_density(t));
  double tail = t;
  for (int n = kTerms; n >= 1; --n) tail = t + n / tail;
  return 1 / tail;
}

// More than what rounding does to the logarithm of a delta, so that what is rounded up is enough indeed.
constexpr double kRounding = 1e-13;

bool enough(double epsilon, double mu, double delta) {
  return log_delta_of(epsilon, mu) <= std::log(delta) - kRounding;
}

void check_delta(double delta) {
  require(delta > 0 && delta < 1, "delta is a probability between 0 and 1, got {}", delta);
}
void check_epsilon(double epsilon) {
  require(epsilon >= 0 && std::isfinite(epsilon), "epsilon must be 0 or more, got {}", epsilon);
}
void check_mu(double mu) {
  require(mu >= 0 && std::isfinite(mu), "mu must be 0 or more, got {}", mu);
}
void check_prior(double prior) {
  require(prior >= 0 && prior <= 1, "the prior probability of a right guess lies between 0 and 1, got {}", prior);
}

}  // namespace

double normal_cdf(double x) {
  return 0.5 * boost::math::erfc(-x / kRootTwo);
}

double log_normal_cdf(double x) {
  if (x < -kFar) return log_normal_density(x) + std::log(mills(-x));
  return x < 0 ? std::log(normal_cdf(x)) : std::log1p(-normal_cdf(-x));
}

double normal_quantile(double probability) {
  if (probability <= 0) return -std::numeric_limits<double>::infinity();
  if (probability >= 1) return std::numeric_limits<double>::infinity();
  return -kRootTwo * boost::math::erfc_inv(2 * probability);
}

double log_delta_of(double epsilon, double mu) {
  check_epsilon(epsilon);
  check_mu(mu);
  if (mu == 0) return -std::numeric_limits<double>::infinity();
  const double a = mu / 2 - epsilon / mu, b = -mu / 2 - epsilon / mu;
  // e^epsilon phi(b) = phi(a), so that delta = phi(a) (Mills(-a) - Mills(-b)): no difference of large logarithms is left.
  if (a <= 0) return log_normal_density(a) + std::log(mills(-a) - mills(-b));
  return log_normal_cdf(a) + std::log1p(-std::exp(epsilon + log_normal_cdf(b) - log_normal_cdf(a)));
}

double delta_of(double epsilon, double mu) {
  return std::exp(log_delta_of(epsilon, mu));
}

double epsilon_of(double mu, double delta) {
  check_mu(mu);
  check_delta(delta);
  return first_true([&](double epsilon) { return enough(epsilon, mu, delta); });
}

double sd_for(double epsilon, double delta, double sensitivity) {
  check_epsilon(epsilon);
  check_delta(delta);
  require(sensitivity >= 0 && std::isfinite(sensitivity), "what one record can change must be 0 or more, got {}", sensitivity);
  const double one = first_true([&](double sd) { return std::isfinite(1 / sd) && enough(epsilon, 1 / sd, delta); });
  return sensitivity == 0 ? 0 : std::nextafter(sensitivity * one, std::numeric_limits<double>::infinity());
}

double mu_for(double epsilon, double delta) {
  return std::nextafter(1 / sd_for(epsilon, delta), 0);
}

double composed(std::span<const double> mu) {
  double sum = 0;
  for (const double each : mu) {
    check_mu(each);
    sum = std::hypot(sum, each);
  }
  return sum;
}

double success_bound(double prior, double mu) {
  check_prior(prior);
  check_mu(mu);
  return normal_cdf(normal_quantile(prior) + mu);
}

double concentrated_epsilon_simple(double rho, double delta) {
  check_mu(rho);
  check_delta(delta);
  return rho + 2 * std::sqrt(rho * std::log(1 / delta));
}

ConcentratedEpsilon concentrated_epsilon(double rho, double delta) {
  check_mu(rho);
  check_delta(delta);
  const auto epsilon = [&](double log_excess) {
    const double excess = std::exp(log_excess), alpha = 1 + excess;
    return alpha * rho - std::log(alpha * delta) / excess + std::log(excess / alpha);
  };
  // Every order gives a valid epsilon; the best lies near 1 + sqrt(ln(1/delta) / rho).
  const auto [best, value] = boost::math::tools::brent_find_minima(epsilon, -20.0, 40.0, std::numeric_limits<double>::digits);
  return {.epsilon = std::max(0.0, value), .order = 1 + std::exp(best)};
}

double concentrated_success_bound(double prior, double rho) {
  check_prior(prior);
  check_mu(rho);
  if (prior == 0) return 0;
  const double surprise = -std::log(prior);
  return surprise <= rho ? 1 : std::min(1.0, std::exp(-surprise + 2 * std::sqrt(rho * surprise) - rho));
}

}  // namespace guise::theory
