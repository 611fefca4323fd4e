// SPDX-License-Identifier: Apache-2.0
#include "theory/sketch_privacy.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/matrix.h"
#include "theory/first_true.h"

namespace guise::theory {
namespace {

void check(double epsilon, const Sketch& sketch) {
  require(epsilon >= 0 && std::isfinite(epsilon), "epsilon must be 0 or more, got {}", epsilon);
  require(sketch.rows >= 1, "a release has at least one row, got {}", sketch.rows);
  require(sketch.leverage >= 0 && sketch.leverage <= 1, "the leverage of a record lies between 0 and 1, got {}",
          sketch.leverage);
}

/// Where the likelihood ratio of the two laws of the sum of squares is exp(epsilon), in units of the larger variance.
double threshold(double epsilon, const Sketch& sketch) {
  const double s = sketch.leverage;
  return 2 * (1 - s) / s * (epsilon - 0.5 * static_cast<double>(sketch.rows) * std::log1p(-s));
}

/// p - e^epsilon q, never below 0.
double excess(double p, double epsilon, double q) {
  return q > 0 ? std::max(0.0, p - std::exp(epsilon + std::log(q))) : p;
}

}  // namespace

double leverage_of(double length, double noise) {
  require(length >= 0 && std::isfinite(length), "the length of a record must be 0 or more, got {}", length);
  require(noise > 0 && std::isfinite(noise), "the noise must be above 0, got {}", noise);
  return square(length / std::hypot(length, noise));
}

double sketch_delta_with(double epsilon, const Sketch& sketch) {
  check(epsilon, sketch);
  if (sketch.leverage == 0) return 0;
  if (sketch.leverage == 1) return 1;
  const double half = 0.5 * static_cast<double>(sketch.rows), t = threshold(epsilon, sketch);
  return excess(boost::math::gamma_q(half, t / 2), epsilon, boost::math::gamma_q(half, t / (1 - sketch.leverage) / 2));
}

double sketch_delta_without(double epsilon, const Sketch& sketch) {
  check(epsilon, sketch);
  if (sketch.leverage == 0) return 0;
  if (sketch.leverage == 1) return 1;
  const double half = 0.5 * static_cast<double>(sketch.rows), t = threshold(-epsilon, sketch);
  if (t <= 0) return 0;
  return excess(boost::math::gamma_p(half, t / (1 - sketch.leverage) / 2), epsilon, boost::math::gamma_p(half, t / 2));
}

double sketch_delta(double epsilon, const Sketch& sketch) {
  return std::max(sketch_delta_with(epsilon, sketch), sketch_delta_without(epsilon, sketch));
}

double sketch_epsilon(const Sketch& sketch, double delta) {
  require(delta > 0 && delta < 1, "delta is a probability between 0 and 1, got {}", delta);
  return first_true([&](double epsilon) { return sketch_delta(epsilon, sketch) <= delta; });
}

double sketch_noise_for(double epsilon, double delta, std::int64_t rows) {
  require(delta > 0 && delta < 1, "delta is a probability between 0 and 1, got {}", delta);
  // The delta falls with the noise, because it rises with the leverage.
  return first_true([&](double noise) {
    return noise > 0 && sketch_delta(epsilon, {.leverage = leverage_of(1, noise), .rows = rows}) <= delta;
  });
}

double sketch_success_bound(double prior, const Sketch& sketch) {
  require(prior > 0 && prior <= 1, "the prior probability of a right guess must be above 0 and at most 1, got {}", prior);
  // Every epsilon gives a bound; one above ln(1/prior) gives none below 1.
  const auto bound = [&](double epsilon) { return prior * std::exp(epsilon) + sketch_delta(epsilon, sketch); };
  constexpr int kDigits = std::numeric_limits<double>::digits / 2;
  return std::min(1.0, boost::math::tools::brent_find_minima(bound, 0.0, -std::log(prior), kDigits).second);
}

}  // namespace guise::theory
