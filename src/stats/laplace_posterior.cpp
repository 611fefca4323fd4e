// SPDX-License-Identifier: Apache-2.0
#include "stats/laplace_posterior.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <numbers>

#include "linalg/spectrum.h"
#include "random/laws.h"
#include "random/matrices.h"
#include "stats/laplace_line.h"

namespace guise::stats {
namespace {

// A release without noise is known to this share of its size: what is left of the digits of a double by what made it.
constexpr double kDigits = 1e-12;
constexpr double kRate = std::numbers::sqrt2;  // density rate/2 exp(-rate |z|), of variance 1

/// Inverse Gaussian with that mean and shape, from a squared normal and a uniform (Michael, Schucany and Haas 1976); their root
/// written without cancellation.
double inverse_gaussian(double mean, double shape, double squared_normal, double uniform) {
  const double y = mean * squared_normal / (2 * shape), root = 1 + y + std::sqrt(y * (y + 2));
  return uniform * (1 + root) <= root ? mean / root : mean * root;
}

/// Size of every row of u, so that no unit outweighs another.
Vector row_sizes(const Matrix& a, const Matrix& noise) {
  Vector out = (a.rowwise().squaredNorm() + noise.diagonal()).cwiseSqrt();
  for (double& each : out) each = each > 0 ? each : 1;
  return out;
}

}  // namespace

/// Equations are turned until they are independent, by orthogonal factors: neither their units nor rows that nearly repeat one
/// another cost digits, as they would in A A'.
LaplacePosterior::LaplacePosterior(const Matrix& a, const Matrix& noise, const random::Rng& rng) {
  const Index k = a.rows(), m = a.cols(), draws = kBurnIn + kDraws;
  const Vector unit = row_sizes(a, noise).cwiseInverse();
  const Matrix rows = unit.asDiagonal() * a;
  if (m == k + 1 && noise.isZero(0)) {
    const Eigen::HouseholderQR<Matrix> qr(rows.transpose());
    const Matrix q = qr.householderQ() * Matrix::Identity(m, m);
    const Matrix r = qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
    Matrix back = Matrix::Identity(k, k);
    r.transpose().triangularView<Eigen::Lower>().solveInPlace(back);
    a_ = a;
    line_ = Line{.shortest = q.leftCols(k) * back * unit.asDiagonal(), .direction = q.col(k)};
    return;
  }
  Matrix spread = unit.asDiagonal() * noise * unit.asDiagonal();
  spread.diagonal().array() += square(kDigits);
  const Eigen::LLT<Matrix> root(spread);
  const linalg::Svd svd = linalg::thin_svd(root.matrixL().solve(rows));
  const Vector size = (1 + svd.values.array().square()).sqrt();
  reader_ = size.cwiseInverse().asDiagonal() * svd.left.transpose() * Matrix(root.matrixL().solve(Matrix(unit.asDiagonal())));
  a_ = svd.values.cwiseQuotient(size).asDiagonal() * svd.right.transpose();
  noise_ = size.cwiseAbs2().cwiseInverse();
  normals_ = random::gaussian_matrix(m, draws, rng.fork("normals"));
  errors_ = noise_.cwiseSqrt().asDiagonal() * random::gaussian_matrix(noise_.size(), draws, rng.fork("errors"));
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
    covariance.diagonal() += noise_;
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
    const Answer answer = exact() ? on_the_line(u) : simulated(reader_ * u);
    out.row(i) = answer.mean.transpose();
    if (sd) sd->row(i) = answer.variance.cwiseSqrt().transpose();
  }
  return out;
}

}  // namespace guise::stats
