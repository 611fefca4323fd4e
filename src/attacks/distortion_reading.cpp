// SPDX-License-Identifier: Apache-2.0
#include "attacks/distortion_reading.h"

#include <cmath>

#include "linalg/pseudo_inverse.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "stats/gaussian.h"

namespace guise::attacks {
namespace {

// Records the insider distorts to see what is linear in the map; the error of a start does not matter.
constexpr Index kDraws = 2000;

/// Lengths of the rows, 1 for a row of zeros.
Vector sizes(const Matrix& matrix) {
  Vector out = matrix.rowwise().norm();
  for (double& size : out) size = size > 0 ? size : 1;
  return out;
}

/// U s V' = L^-1 Q, L L' the noise: U' L^-1 (y - b) says all that the release says of the hidden units.
void set_equations(DistortionReading& reading, const Matrix& q, const std::optional<Matrix>& noise) {
  // Without noise every output counts alike, whatever its size.
  Matrix unit = sizes(q).cwiseInverse().asDiagonal();
  if (noise) unit = stats::robust_cholesky(*noise).triangularView<Eigen::Lower>().solve(Matrix::Identity(q.rows(), q.rows()));
  const linalg::Svd svd = linalg::thin_svd(unit * q);
  const Index rank = svd.values(0) > 0 ? (svd.values.array() > linalg::kRankTolerance * svd.values(0)).count() : 0;
  reading.reader = unit.transpose() * svd.left.leftCols(rank);
  if (!noise && rank == q.cols()) {
    reading.reader *= svd.values.cwiseInverse().asDiagonal() * svd.right.transpose();
    return;
  }
  reading.mix = svd.values.head(rank).asDiagonal() * svd.right.leftCols(rank).transpose();
}

/// Without moments of the originals: the middle of f, as far as f bends. Attributes in units of their weights.
void set_default_prior(DistortionReading& reading, const stats::DistortionMap& map, const Matrix& inverse, const Vector& unit) {
  const double inputs = static_cast<double>(map.attributes());
  reading.center = -(inverse * map.a).cwiseProduct(unit);
  reading.root = (unit * std::sqrt(static_cast<double>(map.hidden()) / inputs)).asDiagonal();
}

}  // namespace

Matrix DistortionReading::expected(const MatrixRef& z) const {
  Matrix units = (z * weights.transpose()).rowwise() + offset.transpose();
  stats::activate(f, units);
  return mix.size() > 0 ? Matrix(units * mix.transpose()) : units;
}

DistortionReading reading_of(const Knowledge& known) {
  const stats::DistortionMap& map = *known.distorted->map;
  DistortionReading reading{.f = map.f,
                            .shift = known.noise_mean ? Vector(map.b + *known.noise_mean) : map.b,
                            .reader = {},
                            .mix = {},
                            .offset = {},
                            .weights = {},
                            .center = {},
                            .root = {}};
  reading.noisy = known.noise_covariance && known.noise_covariance->diagonal().maxCoeff() > 0;
  set_equations(reading, map.q, reading.noisy ? known.noise_covariance : std::nullopt);
  reading.told = known.prior_mean && known.prior_covariance;
  const Vector unit = sizes(map.w.transpose()).cwiseInverse();
  const linalg::PseudoInverse inverse = linalg::pseudo_inverse(map.w * unit.asDiagonal());
  reading.rank = inverse.rank;
  if (reading.told)
    reading.center = *known.prior_mean, reading.root = stats::robust_cholesky(*known.prior_covariance);
  else
    set_default_prior(reading, map, inverse.inverse, unit);
  reading.offset = map.a + map.w * reading.center;
  reading.weights = map.w * reading.root;
  return reading;
}

linalg::RecordMap best_linear(const DistortionReading& reading, const random::Rng& rng) {
  const Matrix z = random::gaussian_matrix(kDraws, reading.attributes(), rng.fork("records"));
  Matrix seen = reading.expected(z);
  if (reading.noisy) seen += random::gaussian_matrix(kDraws, reading.readings(), rng.fork("noise"));
  const Vector center = seen.colwise().mean();
  seen.rowwise() -= center.transpose();
  return {.center = center, .left = linalg::pseudo_inverse(seen).inverse * z, .right = {}, .shift = z.colwise().mean()};
}

}  // namespace guise::attacks
