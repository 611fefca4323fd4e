// SPDX-License-Identifier: Apache-2.0
#include "stats/bayes_core.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/blas.h"
#include "linalg/solve.h"
#include "stats/shares.h"
#include "table/chunk.h"

namespace guise::stats {

namespace {

// Observations are held to this share of their own size: their last digits, and those of the factors below.
constexpr double kDigits = 1e-14;

/// Root of the mean square of what each row of the channel shows; the same for all components, so that directions that show
/// nothing do not decide between them.
Vector sizes(const Mixture& prior, const linalg::Affine& channel) {
  Vector squares = channel.covariance.diagonal().cwiseMax(0);
  for (std::size_t j = 0; j < prior.weight.size(); ++j) {
    const Vector center = channel.map * prior.mean[j] + channel.shift;
    const Vector spread = (channel.map * prior.covariance[j]).cwiseProduct(channel.map).rowwise().sum();
    squares += prior.weight[j] * (center.cwiseAbs2() + spread.cwiseMax(0));
  }
  Vector out = squares.cwiseSqrt();
  for (double& size : out) size = size > 0 ? size : 1;
  return out;
}

/// [H R, F, digits] with R R' = S, F F' = E: its product with its own transpose is T. To factor it, not T, keeps twice as many
/// digits: attributes may differ in size by as much as the observation has digits.
Matrix root_of_observed(const linalg::Affine& channel, const Matrix& prior_root, const Vector& size) {
  const bool noisy = !channel.covariance.isZero(0);
  const Index k = channel.map.rows(), m = prior_root.cols();
  Matrix out = Matrix::Zero(k, m + (noisy ? 2 : 1) * k);
  out.leftCols(m) = channel.map * prior_root;
  if (noisy) out.middleCols(m, k) = covariance_root(channel.covariance);
  out.rightCols(k).diagonal() = kDigits * size;
  return out;
}

}  // namespace

BayesCore::BayesCore(const Mixture& prior, const linalg::Affine& channel) {
  assert(!prior.weight.empty() && "a prior without components");
  const Vector size = sizes(prior, channel);
  for (std::size_t j = 0; j < prior.weight.size(); ++j) {
    const Matrix root = covariance_root(prior.covariance[j]);
    // [H R, F]' = Q U: T = U'U, and with Q's rows that belong to R the gain S H' T^-1 is R Q U'^-1.
    linalg::Qr qr = linalg::householder_qr(root_of_observed(channel, root, size).transpose());
    const Vector signs = qr.r.diagonal().unaryExpr([](double value) { return value < 0 ? -1.0 : 1.0; });
    Matrix gain_transposed = signs.asDiagonal() * (root * qr.q.topRows(root.cols())).transpose();
    Matrix lower = qr.r.transpose() * signs.asDiagonal();
    Vector variance = (prior.covariance[j].diagonal() - gain_transposed.colwise().squaredNorm().transpose()).cwiseMax(0);
    lower.triangularView<Eigen::Lower>().transpose().solveInPlace(gain_transposed);
    components_.push_back({std::log(prior.weight[j]), prior.mean[j],
                           Gaussian::of_factor(channel.map * prior.mean[j] + channel.shift, std::move(lower)),
                           std::move(gain_transposed), std::move(variance)});
  }
}

std::optional<linalg::RecordMap> BayesCore::linear() const {
  if (components_.size() != 1) return {};
  const Component& only = components_.front();
  return linalg::RecordMap{only.observed.mean(), only.gain_transposed, {}, only.mean};
}

Matrix BayesCore::posterior_mean(const MatrixRef& observed, Matrix* sd) const {
  const Component& only = components_.front();
  if (sd) *sd = only.variance.cwiseSqrt().transpose().replicate(observed.rows(), 1);
  if (const auto map = linear()) return linalg::map_records(observed, *map);
  linalg::use_one_blas_thread();
  Matrix out(observed.rows(), only.mean.size());
  const Index blocks = (observed.rows() + table::kBlock - 1) / table::kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * table::kBlock, count = std::min<Index>(table::kBlock, observed.rows() - first);
    mix_block(observed.middleRows(first, count), out.middleRows(first, count), sd, first);
  });
  return out;
}

void BayesCore::mix_block(const MatrixRef& observed, Eigen::Ref<Matrix> mean, Matrix* sd, Index first) const {
  const Index rows = observed.rows(), count = static_cast<Index>(components_.size());
  Matrix share(rows, count);
  std::vector<Matrix> guess(components_.size());
  for (Index j = 0; j < count; ++j) {
    const Component& component = components_[static_cast<std::size_t>(j)];
    const Matrix centred = observed.rowwise() - component.observed.mean().transpose();
    share.col(j) = component.observed.log_density(centred).array() + component.log_weight;
    guess[static_cast<std::size_t>(j)] = (centred * component.gain_transposed).rowwise() + component.mean.transpose();
  }
  turn_to_shares(share);
  mean.setZero();
  for (Index j = 0; j < count; ++j) mean += share.col(j).asDiagonal() * guess[static_cast<std::size_t>(j)];
  if (!sd) return;
  Matrix variance = Matrix::Zero(rows, mean.cols());
  for (Index j = 0; j < count; ++j) {
    const Matrix away = guess[static_cast<std::size_t>(j)] - mean;
    const Matrix squares = away.cwiseAbs2().rowwise() + components_[static_cast<std::size_t>(j)].variance.transpose();
    variance += share.col(j).asDiagonal() * squares;
  }
  sd->middleRows(first, rows) = variance.cwiseSqrt();
}

Matrix posterior_mean(const Mixture& prior, const linalg::Affine& channel, const MatrixRef& observed, Matrix* sd) {
  return BayesCore(prior, channel).posterior_mean(observed, sd);
}

Mixture gaussian_prior(const Vector& mean, const Matrix& covariance) {
  return {{1.0}, {mean}, {covariance}, 0};
}

linalg::Affine stack(const linalg::Affine& first, const linalg::Affine& second) {
  const Index top = first.map.rows(), bottom = second.map.rows();
  linalg::Affine out{Matrix(top + bottom, first.map.cols()), Vector(top + bottom), Matrix::Zero(top + bottom, top + bottom)};
  out.map << first.map, second.map;
  out.shift << first.shift, second.shift;
  out.covariance.topLeftCorner(top, top) = first.covariance;
  out.covariance.bottomRightCorner(bottom, bottom) = second.covariance;
  return out;
}

linalg::Affine known_attributes(const std::vector<Index>& known, Index attributes) {
  const Index count = static_cast<Index>(known.size());
  linalg::Affine out{Matrix::Zero(count, attributes), Vector::Zero(count), Matrix::Zero(count, count)};
  for (Index i = 0; i < count; ++i) out.map(i, known[static_cast<std::size_t>(i)]) = 1;
  return out;
}

}  // namespace guise::stats
