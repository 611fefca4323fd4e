// SPDX-License-Identifier: Apache-2.0
#include "stats/bayes_core.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/blas.h"
#include "table/chunk.h"

namespace guise::stats {

BayesCore::BayesCore(const Mixture& prior, const linalg::Affine& channel) {
  assert(!prior.weight.empty() && "a prior without components");
  for (std::size_t j = 0; j < prior.weight.size(); ++j) {
    const Matrix& s = prior.covariance[j];
    const Matrix cross = channel.map * s;  // H S
    Component component{
        std::log(prior.weight[j]),
        prior.mean[j],
        Gaussian(channel.map * prior.mean[j] + channel.shift, cross * channel.map.transpose() + channel.covariance),
        cross,
        {}};
    // T = L L': the gain is S H' L^-T L^-1, and the variance it explains is the squared length of the columns of L^-1 H S.
    const auto lower = component.observed.lower().triangularView<Eigen::Lower>();
    lower.solveInPlace(component.gain_transposed);
    component.variance = (s.diagonal() - component.gain_transposed.colwise().squaredNorm().transpose()).cwiseMax(0);
    lower.transpose().solveInPlace(component.gain_transposed);
    components_.push_back(std::move(component));
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
  const Vector largest = share.rowwise().maxCoeff();
  share = (share.colwise() - largest).array().exp();
  const Vector total = share.rowwise().sum();
  share.array().colwise() /= total.array();
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
