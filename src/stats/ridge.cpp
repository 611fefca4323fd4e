// SPDX-License-Identifier: Apache-2.0
#include "stats/ridge.h"

#include <cmath>
#include <limits>

#include "linalg/spectrum.h"

namespace guise::stats {
namespace {

// An eigenvalue below this share of the largest is rounding error.
constexpr double kRounding = 1e-14;
// 1 - h_ii below this is rounding error: the fit has nothing but the record itself to go by.
constexpr double kNone = 1e-14;
// Beyond section 1.3 begins at 1e-6; below that masks without noise are undone to the last digits. Two steps to a decade.
constexpr double kLeast = 1e-10;
constexpr int kSteps = 23;

GramSpectrum leading(const Matrix& axes, const Vector& power) {
  const Index rank = power.size() == 0 || power(0) <= 0 ? 0 : (power.array() > kRounding * power(0)).count();
  return {axes.leftCols(rank), power.head(rank)};
}

/// Errors of each target when each record is left out: r_i / (1 - h_ii), h the hat matrix with a free intercept,
/// 1/p + sum_j axes_ij^2 power_j / (power_j + ridge). Both are written as what the ridge leaves on the axes plus what lies off
/// them: where the ridge is small the differences would be rounding, and the smallest ridge would always win.
Matrix left_out(const GramSpectrum& gram, const Matrix& coordinates, const Matrix& centred, double ridge) {
  const double p = static_cast<double>(centred.rows());
  const Vector left = ridge * (gram.power.array() + ridge).inverse();
  Vector away = gram.axes.cwiseAbs2() * left;
  Matrix residual = gram.axes * left.asDiagonal() * coordinates;
  if (gram.axes.cols() + 1 < gram.axes.rows()) {  // else nothing lies off the axes
    away += (1 - 1 / p - gram.axes.rowwise().squaredNorm().array()).cwiseMax(0).matrix();
    residual += centred - gram.axes * coordinates;
  }
  return away.cwiseMax(kNone).cwiseInverse().asDiagonal() * residual;
}

/// Over those of the mean of the others, averaged over targets.
double relative(const Matrix& errors, const Matrix& centred) {
  const double p = static_cast<double>(centred.rows());
  const Vector squares = errors.colwise().squaredNorm(), baseline = centred.colwise().squaredNorm() * square(p / (p - 1));
  double sum = 0;
  Index varying = 0;
  for (Index j = 0; j < squares.size(); ++j)
    if (baseline(j) > 0) sum += squares(j) / baseline(j), ++varying;
  return varying > 0 ? sum / static_cast<double>(varying) : 0;
}

}  // namespace

GramSpectrum gram_of_features(const Matrix& centred) {
  const linalg::Svd svd = linalg::thin_svd(centred);
  return leading(svd.left, svd.values.cwiseAbs2());
}

/// Centred by a reflection that turns the constant direction to the first axis, which is then left out. To subtract means
/// instead leaves the constant among the axes as one of the rounding errors; leave-one-out errors then come out as small as
/// that direction pretends, by orders.
GramSpectrum gram_of_kernel(const Matrix& kernel) {
  const Index p = kernel.rows();
  if (p < 2) return {Matrix::Zero(p, 0), Vector()};
  Vector mirror = Vector::Constant(p, 1 / std::sqrt(static_cast<double>(p)));
  mirror(0) -= 1;
  mirror.normalize();
  const Vector seen = kernel * mirror;
  Matrix turned = kernel - 2 * (seen * mirror.transpose() + mirror * seen.transpose());
  turned += 4 * mirror.dot(seen) * mirror * mirror.transpose();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(turned.bottomRightCorner(p - 1, p - 1));
  Matrix axes(p, p - 1);
  axes << Matrix::Zero(1, p - 1), spectrum.vectors;
  axes -= 2 * mirror * (mirror.tail(p - 1).transpose() * spectrum.vectors);
  return leading(axes, spectrum.values);
}

Ridge leave_one_out_ridge(const GramSpectrum& gram, const Matrix& targets) {
  const Matrix centred = targets.rowwise() - targets.colwise().mean(), coordinates = gram.axes.transpose() * centred;
  const double p = static_cast<double>(targets.rows());
  Ridge best{.weights = Matrix::Zero(targets.rows(), targets.cols()), .ridge = 0, .residual = 1, .left_out = centred};
  if (targets.rows() > 1) best.left_out *= p / (p - 1);
  if (gram.power.size() == 0) return best;
  best.residual = std::numeric_limits<double>::infinity();
  const double mean = gram.power.mean();
  for (int step = 0; step < kSteps; ++step) {
    const double ridge = kLeast * std::pow(10, step / 2.0) * mean,
                 residual = relative(left_out(gram, coordinates, centred, ridge), centred);
    if (residual < best.residual) best.ridge = ridge, best.residual = residual;
  }
  best.weights = gram.axes * (gram.power.array() + best.ridge).inverse().matrix().asDiagonal() * coordinates;
  best.left_out = left_out(gram, coordinates, centred, best.ridge);
  // Axes sum to 0 up to rounding, which a small ridge makes large: fits would move by as much.
  best.weights.rowwise() -= best.weights.colwise().mean().eval();
  return best;
}

}  // namespace guise::stats
