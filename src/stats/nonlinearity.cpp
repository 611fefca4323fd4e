// SPDX-License-Identifier: Apache-2.0
#include "stats/nonlinearity.h"

#include <algorithm>
#include <cmath>

namespace guise::stats {
namespace {

// A normal is stood for by even points with the weights of its density: exact to many digits for smooth functions (the
// trapezoid rule), and to two where f has a kink or a step.
constexpr Index kPoints = 120;  // even: none at 0, where a step is neither
constexpr double kReach = 6;    // standard deviations

}  // namespace

double nonlinear_share(Activation f, double offset, double spread) {
  const Vector points = Vector::LinSpaced(kPoints, -kReach, kReach);
  Vector weights = (-points.array().square() / 2).exp();
  weights /= weights.sum();
  const double variance = weights.dot(points.cwiseAbs2());
  double all = 0, linear = 0;
  for (Index i = 0; i < kPoints; ++i) {
    Vector values = (spread * points).array() + offset * points(i);
    for (double& value : values) value = activate(f, value);
    values.array() -= weights.dot(values);
    all += weights(i) * weights.dot(values.cwiseAbs2());
    linear += weights(i) * square(weights.dot(values.cwiseProduct(points))) / variance;
  }
  return all > 0 ? std::max(0.0, 1 - linear / all) : 0;
}

}  // namespace guise::stats
