// SPDX-License-Identifier: Apache-2.0
#include "theory/spectrum_shift.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "linalg/spectrum.h"

namespace guise::theory {
namespace {

// Three inequalities, each missed with probability exp(-t^2/2), are missed with 1/1000 together.
const double kSlack = std::sqrt(2 * std::log(3000.0));

Matrix centred(const Matrix& records) {
  return records.rowwise() - records.colwise().mean();
}

double distance_to_nearest(const Vector& falling, Index i) {
  double out = std::numeric_limits<double>::infinity();
  if (i > 0) out = falling[i - 1] - falling[i];
  if (i + 1 < falling.size()) out = std::min(out, falling[i] - falling[i + 1]);
  return out;
}

}  // namespace

SpectrumShift measured_shift(const Matrix& originals, const Matrix& released) {
  require(originals.rows() == released.rows() && originals.cols() == released.cols(),
          "the two tables must have the same size, they have {} x {} and {} x {}", originals.rows(), originals.cols(),
          released.rows(), released.cols());
  require(originals.rows() >= 2, "a covariance needs at least two records, got {}", originals.rows());
  const Matrix u = centred(originals), p = centred(released), v = p - u;
  const double degrees = static_cast<double>(u.rows() - 1);
  const Vector noise = linalg::symmetric_spectrum(v.transpose() * v / degrees).values;
  const Vector moved = linalg::symmetric_spectrum((p.transpose() * p - u.transpose() * u) / degrees).values;
  return {.noise_length = std::sqrt(std::max(0.0, noise.maxCoeff())), .movement = moved.cwiseAbs().maxCoeff()};
}

SpectrumShift likely_shift(const Vector& eigenvalues, double sd, double records) {
  require(records >= 2, "a covariance needs at least two records, got {}", records);
  // Centring takes one degree of freedom: n - 1 rows of noise. Along the r directions of U they are r x m normals, the cross
  // term.
  const double rows = std::sqrt(records - 1), columns = std::sqrt(static_cast<double>(eigenvalues.size()));
  const double rank = std::sqrt(static_cast<double>((eigenvalues.array() > 0).count()));
  const double most = (rows + columns + kSlack) / rows, least = std::max(0.0, (rows - columns - kSlack) / rows);
  const double cross = 2 * std::sqrt(eigenvalues.maxCoeff()) * sd * (rank + columns + kSlack) / rows;
  return {.noise_length = sd * most, .movement = cross + square(sd) * std::max(square(most) - 1, 1 - square(least))};
}

EigenvalueRange shifted_eigenvalue(double eigenvalue, const SpectrumShift& shift) {
  const double root = std::sqrt(eigenvalue);
  return {square(std::max(0.0, root - shift.noise_length)), square(root + shift.noise_length)};
}

double angle_bound(const Vector& eigenvalues, Index i, const SpectrumShift& shift) {
  const double gap = distance_to_nearest(eigenvalues, i), e = shift.movement;
  return e < gap ? std::atan(2 / (gap / e - 1)) : std::numbers::pi / 2;
}

double sharp_angle_bound(const Vector& eigenvalues, Index i, const SpectrumShift& shift) {
  const double gap = distance_to_nearest(eigenvalues, i), e = shift.movement;
  return 2 * e < gap ? 0.5 * std::asin(2 * e / gap) : std::numbers::pi / 2;
}

}  // namespace guise::theory
