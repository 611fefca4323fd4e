// SPDX-License-Identifier: Apache-2.0
#include "attacks/sixth_cumulants.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/cumulants.h"

namespace guise::attacks {
namespace {

// A form of degree 6 in two variables has seven coefficients.
constexpr Index kDirections = 7;
constexpr double kLeastSpread = 1e-3;

/// What a record adds to k6 = m6 - 15 m4 m2 - 10 m3^2 + 30 m2^3 of a column of mean 0: its derivative by the weight of the
/// record.
double spread_of_influence(const Vector& z) {
  const Eigen::ArrayXd two = z.array().square(), three = two * z.array(), four = two.square(), six = three.square();
  const double m2 = two.mean(), m3 = three.mean(), m4 = four.mean();
  const Eigen::ArrayXd each = six - 15 * (m2 * four + m4 * two) - 20 * m3 * three + 90 * m2 * m2 * two;
  return std::sqrt((each - each.mean()).square().mean());
}

}  // namespace

SixthCumulants::SixthCumulants(const Matrix& released, Vector originals, double error)
    : directions_(kDirections, 2), originals_(std::move(originals)), target_(kDirections), weight_(kDirections) {
  for (Index i = 0; i < kDirections; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / kDirections;
    directions_.row(i) << std::cos(angle), std::sin(angle);
    const Vector along = released * directions_.row(i).transpose();
    target_[i] = stats::sixth_cumulants(along)[0];
    weight_[i] = 1 / (error * std::max(spread_of_influence(along), kLeastSpread));
  }
}

void SixthCumulants::residuals(const Matrix& m, Eigen::Ref<Vector> out, Eigen::Ref<Matrix> jacobian) const {
  const Matrix along = directions_ * m;  // directions x attributes
  for (Index i = 0; i < count(); ++i) {
    const Eigen::ArrayXd fifth = originals_.array() * along.row(i).transpose().array().pow(5);
    out[i] = weight_[i] * (fifth.matrix().dot(along.row(i)) - target_[i]);
    for (Index j = 0; j < m.cols(); ++j) jacobian.row(i).segment(2 * j, 2) = 6 * weight_[i] * fifth[j] * directions_.row(i);
  }
}

}  // namespace guise::attacks
