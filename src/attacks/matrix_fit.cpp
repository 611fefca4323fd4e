// SPDX-License-Identifier: Apache-2.0
#include "attacks/matrix_fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "attacks/alignment.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

// Least ridge, as a share of the largest eigenvalue of X'X: keeps the division regular.
constexpr double kLeast = 1e-12;

/// What pairs tell of R when its entries are independent with variance v_r and the noise has variance v_e per number; a random
/// projection has such entries.
struct MatrixGuess {
  Matrix mean;   ///< U'X (X'X + l I)^-1 on centred pairs, l = v_e / v_r
  double entry;  ///< v_r
  Matrix right;  ///< directions of the originals that the pairs show
  Vector shown;  ///< how much of each: d^2 / (d^2 + l)
};

MatrixGuess guess_matrix(const Matrix& x, const Matrix& u, double noise) {
  linalg::Svd svd = linalg::thin_svd(x);
  const double k = static_cast<double>(u.cols()), p = static_cast<double>(u.rows());
  const double spread = std::max(u.squaredNorm() - (p - 1) * k * noise, 1e-3 * u.squaredNorm());
  MatrixGuess guess;
  guess.entry = spread / (k * x.squaredNorm());  // |u|^2 is about k v_r |x|^2
  const double ridge = std::max(noise / guess.entry, kLeast * square(svd.values(0)));
  const Vector power = svd.values.cwiseAbs2();
  guess.shown = power.array() / (power.array() + ridge);
  const Vector gain = svd.values.array() / (power.array() + ridge);
  guess.mean = u.transpose() * svd.left * gain.asDiagonal() * svd.right.transpose();
  guess.right = std::move(svd.right);
  return guess;
}

/// Variance that the error of R^ adds to each released number: v_r (tr Sigma - sum_j q_j' Sigma q_j d_j^2 / (d_j^2 + l)).
double unknown_part(const MatrixGuess& guess, const Matrix& covariance) {
  const Vector along = (guess.right.cwiseProduct(covariance * guess.right)).colwise().sum();
  return guess.entry * std::max(covariance.trace() - along.dot(guess.shown), 0.0);
}

}  // namespace

Outcome outcome_of_matrix(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  // Where the origin stays it is one more pair: 0 and 0. Fewer pairs than attributes leave open what the matrix does to the
  // mean, which the release shows then.
  const bool origin = known.shape && !known.shape->shifted && !known.unit_errors && !known.noise_mean &&
                      pairs.originals.rows() >= pairs.originals.cols();
  const double away = origin ? 0 : 1;
  const Vector x_mean = pairs.originals.colwise().mean(), u_mean = pairs.released.colwise().mean();
  const Matrix x = pairs.originals.rowwise() - away * x_mean.transpose(),
               u = pairs.released.rowwise() - away * u_mean.transpose();
  if (x.squaredNorm() == 0 || u.squaredNorm() == 0)
    return Outcome::not_assessed("the known pairs do not differ from each other, so they show nothing of the matrix");
  const Matrix release = evidence.moments.covariance();
  const Matrix noise = known.noise_covariance ? noise_covariance(known, release) : Matrix::Zero(u.cols(), u.cols());
  const MatrixGuess guess = guess_matrix(x, u, noise.trace() / static_cast<double>(u.cols()));

  const bool told = known.prior_mean && known.prior_covariance;
  const Vector mean = told ? *known.prior_mean : x_mean;
  // In units that were estimated the release's mean is not quite that of the originals, and enough pairs know better.
  const bool by_pairs = !told || (known.unit_errors && x.rows() > x.cols() + 1);
  const Vector shift = origin     ? Vector(Vector::Zero(u.cols()))
                       : by_pairs ? Vector(u_mean - guess.mean * x_mean)
                                  : Vector(evidence.moments.mean() - guess.mean * mean);
  const Matrix covariance = told ? *known.prior_covariance : shrunk_covariance(pairs.originals);
  linalg::Affine channel{.map = guess.mean, .shift = shift, .covariance = noise};
  channel.covariance.diagonal().array() += unknown_part(guess, covariance);
  return linear_outcome(
      posterior(channel, mean, covariance),
      {fmt::format("matrix of {} x {} estimated from {} pairs", u.cols(), x.cols(), x.rows()),
       fmt::format("moments of the originals {}", told ? "as told" : "from the pairs, drawn towards independent attributes")});
}

}  // namespace guise::attacks
