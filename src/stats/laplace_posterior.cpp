// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_posterior.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "linalg/pseudo_inverse.h"
#include "linalg/spectrum.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "stats/laplace_line.h"

namespace guise::stats {
namespace {

constexpr double kRate = std::numbers::sqrt2;  // density rate/2 exp(-rate |z|), of variance 1

/// Inverse Gaussian with that mean and shape, from a squared normal and a uniform (Michael, Schucany and Haas 1976); their root
/// written without cancellation.
double inverse_gaussian(double mean, double shape, double squared_normal, double uniform) {
  const double y = mean * squared_normal / (2 * shape), root = 1 + y + std::sqrt(y * (y + 2));
  return uniform * (1 + root) <= root ? mean / root : mean * root;
}

}  // namespace

LaplacePosterior::LaplacePosterior(const Matrix& a, const Matrix& noise, const random::Rng& rng) : a_(a), noise_(noise) {
  const Index k = a.rows(), m = a.cols(), draws = kBurnIn + kDraws;
  if (m == k + 1 && noise.isZero(0)) {
    const Matrix shortest = linalg::pseudo_inverse(a).inverse;
    const linalg::Spectrum open = linalg::symmetric_spectrum(Matrix::Identity(m, m) - shortest * a);
    line_ = Line{.shortest = shortest, .direction = open.vectors.col(0)};
    return;
  }
  normals_ = random::gaussian_matrix(m, draws, rng.fork("normals"));
  errors_ = linalg::square_root(noise) * random::gaussian_matrix(k, draws, rng.fork("errors"));
  squares_ = random::gaussian_matrix(m, draws, rng.fork("squares")).cwiseAbs2();
  uniforms_.resize(m, draws);
  random::fill_uniform(rng.fork("uniforms"), 0, 0, {uniforms_.data(), static_cast<std::size_t>(uniforms_.size())});
}

LaplacePosterior::Answer LaplacePosterior::on_the_line(const Vector& u) const {
  const Vector shortest = line_->shortest * u;
  const LineMoments s = laplace_on_line(kRate * shortest, kRate * line_->direction);
  return {shortest + s.mean * line_->direction, s.variance * line_->direction.cwiseAbs2()};
}

/// Gibbs sampling of z_j ~ N(0, t_j), t_j exponential with mean 1 (Park and Casella 2008): given t, z is Gaussian; given z, the
/// 1/t_j are inverse Gaussian with mean rate/|z_j| and shape rate^2. What is averaged is E[z | t, u], less noisy than z.
LaplacePosterior::Answer LaplacePosterior::simulated(const Vector& u) const {
  const Index k = a_.rows(), m = a_.cols();
  Vector t = Vector::Ones(m), z(m), conditional(m), sum = Vector::Zero(m), first = sum, second = sum;
  Matrix spread(k, m), covariance(k, k), right(k, 2);
  Eigen::LLT<Matrix> factor(k);
  for (Index draw = 0; draw < normals_.cols(); ++draw) {
    spread = a_ * t.asDiagonal();
    covariance.noalias() = spread.lazyProduct(a_.transpose());
    covariance += noise_;
    covariance.diagonal().array() += 1e-12 * covariance.diagonal().mean();  // most t_j may be tiny
    factor.compute(covariance);
    z = t.cwiseSqrt().cwiseProduct(normals_.col(draw));
    right.col(0) = u;
    right.col(1) = u - a_ * z - errors_.col(draw);
    factor.solveInPlace(right);
    conditional.noalias() = spread.transpose() * right.col(0);
    z.noalias() += spread.transpose() * right.col(1);
    for (Index j = 0; j < m; ++j) {
      constexpr double kNearZero = 1e-10;  // 1/|z| must stay finite
      const double mean = kRate / std::max(std::abs(z[j]), kNearZero);
      t[j] = 1 / inverse_gaussian(mean, kRate * kRate, squares_(j, draw), uniforms_(j, draw));
    }
    if (draw < kBurnIn) continue;
    sum += conditional;
    first += z;
    second += z.cwiseAbs2();
  }
  const double n = static_cast<double>(kDraws);
  return {sum / n, (second / n - (first / n).cwiseAbs2()).cwiseMax(0)};
}

Matrix LaplacePosterior::mean(const MatrixRef& right, Matrix* sd) const {
  Matrix out(right.rows(), a_.cols());
  if (sd) sd->resize(right.rows(), a_.cols());
  for (Index i = 0; i < right.rows(); ++i) {
    const Vector u = right.row(i).transpose();
    const Answer answer = exact() ? on_the_line(u) : simulated(u);
    out.row(i) = answer.mean.transpose();
    if (sd) sd->row(i) = answer.variance.cwiseSqrt().transpose();
  }
  return out;
}

}  // namespace guise::stats
