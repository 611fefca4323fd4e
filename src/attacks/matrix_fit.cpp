// SPDX-License-Identifier: Apache-2.0
#include "attacks/matrix_fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "attacks/alignment.h"
#include "attacks/noise_shape.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

// Least ridge, as a share of the largest eigenvalue of X'X: keeps the division regular.
constexpr double kLeast = 1e-12;

/// R^ = U'X (X'X + l I)^-1 on centred pairs. The mean of R given the pairs when its entries are independent with variance v_r
/// and the noise has variance v_e per number: l = v_e / v_r. A random projection has such entries.
Matrix ridge_matrix(const Matrix& x, const Matrix& u, double noise) {
  const linalg::Svd svd = linalg::thin_svd(x);
  const double k = static_cast<double>(u.cols()), p = static_cast<double>(u.rows());
  const double spread = std::max(u.squaredNorm() - (p - 1) * k * noise, 1e-3 * u.squaredNorm());
  const double entry = spread / (k * x.squaredNorm());  // |u|^2 is about k v_r |x|^2
  const double ridge = std::max(noise / entry, kLeast * square(svd.values(0)));
  const Vector gain = svd.values.array() / (svd.values.array().square() + ridge);
  return u.transpose() * svd.left * gain.asDiagonal() * svd.right.transpose();
}

/// Moments of few pairs: the covariance is drawn towards its diagonal, all the more the fewer there are. As it stands it would
/// hold every direction they do not show for constant.
Matrix shrunk_covariance(const Matrix& originals) {
  Matrix covariance = stats::moments_of(originals).covariance();
  const Vector variance = covariance.diagonal();
  const double m = static_cast<double>(originals.cols()), p = static_cast<double>(originals.rows());
  covariance *= p / (p + m);
  covariance.diagonal() = variance;
  return covariance;
}

}  // namespace

Outcome outcome_of_matrix(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  const Vector x_mean = pairs.originals.colwise().mean(), u_mean = pairs.released.colwise().mean();
  const Matrix x = pairs.originals.rowwise() - x_mean.transpose(), u = pairs.released.rowwise() - u_mean.transpose();
  if (x.squaredNorm() == 0 || u.squaredNorm() == 0)
    return Outcome::not_assessed("the known pairs do not differ from each other, so they show nothing of the matrix");
  const Matrix release = evidence.moments.covariance();
  const Matrix noise = known.noise_covariance ? noise_covariance(known, release) : Matrix::Zero(u.cols(), u.cols());
  const Matrix r = ridge_matrix(x, u, noise.trace() / static_cast<double>(u.cols()));

  const bool told = known.prior_mean && known.prior_covariance;
  const Vector mean = told ? *known.prior_mean : x_mean;
  const Matrix covariance = told ? *known.prior_covariance : shrunk_covariance(pairs.originals);
  const Vector image = told ? evidence.moments.mean() : u_mean;
  // What the estimate leaves unexplained of the release's covariance acts as noise, the error of R^ with it: the guess is then
  // Sigma R^' Cov(y)^-1 (y - mean), the best linear one when all that is known of R is its mean R^.
  const bool measured = evidence.records > 2 * u.cols();
  const Matrix error = measured ? linalg::positive_part(release - r * covariance * r.transpose()) : noise;
  return linear_outcome(
      posterior({.map = r, .shift = image - r * mean, .covariance = error}, mean, covariance),
      {fmt::format("matrix of {} x {} estimated from {} pairs", r.rows(), r.cols(), x.rows()),
       fmt::format("moments of the originals {}", told ? "as told" : "from the pairs, drawn towards independent attributes")});
}

}  // namespace guise::attacks
