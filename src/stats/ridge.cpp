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

/// Errors of each target when each record is left out, over those of the mean: r_i / (1 - h_ii), h the hat matrix with a free
/// intercept, 1/p + sum_j axes_ij^2 power_j / (power_j + ridge). Both are written as what the ridge leaves on the axes plus
/// what lies off them: where the ridge is small the differences would be rounding, and the smallest ridge would always win.
double left_out(const GramSpectrum& gram, const Matrix& coordinates, const Matrix& centred, double ridge) {
  const double p = static_cast<double>(centred.rows());
  const Vector left = ridge * (gram.power.array() + ridge).inverse();
  const Vector off = (1 - 1 / p - gram.axes.rowwise().squaredNorm().array()).cwiseMax(0);
  const Vector away = gram.axes.cwiseAbs2() * left + off;
  const Matrix residual = gram.axes * left.asDiagonal() * coordinates + (centred - gram.axes * coordinates);
  const Vector weight = away.cwiseMax(kNone).cwiseAbs2().cwiseInverse();
  const Vector errors = residual.cwiseAbs2().transpose() * weight;
  const Vector baseline = centred.colwise().squaredNorm() * square(p / (p - 1));
  double sum = 0;
  Index varying = 0;
  for (Index j = 0; j < errors.size(); ++j)
    if (baseline(j) > 0) sum += errors(j) / baseline(j), ++varying;
  return varying > 0 ? sum / static_cast<double>(varying) : 0;
}

}  // namespace

GramSpectrum gram_of_features(const Matrix& centred) {
  const linalg::Svd svd = linalg::thin_svd(centred);
  return leading(svd.left, svd.values.cwiseAbs2());
}

GramSpectrum gram_of_kernel(const Matrix& kernel) {
  const Vector means = kernel.rowwise().mean();
  Matrix centred = (kernel.colwise() - means).rowwise() - means.transpose();
  centred.array() += means.mean();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(centred);
  return leading(spectrum.vectors, spectrum.values);
}

Ridge leave_one_out_ridge(const GramSpectrum& gram, const Matrix& targets) {
  const Matrix centred = targets.rowwise() - targets.colwise().mean(), coordinates = gram.axes.transpose() * centred;
  Ridge best{.weights = Matrix::Zero(targets.rows(), targets.cols()), .ridge = 0, .residual = 1};
  if (gram.power.size() == 0) return best;
  best.residual = std::numeric_limits<double>::infinity();
  const double mean = gram.power.mean();
  for (int step = 0; step < kSteps; ++step) {
    const double ridge = kLeast * std::pow(10, step / 2.0) * mean, residual = left_out(gram, coordinates, centred, ridge);
    if (residual < best.residual) best.ridge = ridge, best.residual = residual;
  }
  best.weights = gram.axes * (gram.power.array() + best.ridge).inverse().matrix().asDiagonal() * coordinates;
  // Axes sum to 0 up to rounding, which a small ridge makes large: fits would move by as much.
  best.weights.rowwise() -= best.weights.colwise().mean().eval();
  return best;
}

}  // namespace guise::stats
