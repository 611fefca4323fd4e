// SPDX-License-Identifier: Apache-2.0
#include "stats/kmeans_start.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "random/laws.h"
#include "stats/moments.h"

namespace guise::stats {
namespace {

constexpr int kRounds = 10;  // of Lloyd: enough for a start, the mixture's own iterations do the rest

Index pick(const Vector& weight, double u) {
  double left = u * weight.sum();
  Index last = 0;
  for (Index i = 0; i < weight.size(); ++i) {
    if (weight[i] <= 0) continue;
    last = i;
    left -= weight[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace

Matrix kmeans_seeds(const Matrix& x, int count, const random::Rng& rng) {
  std::vector<double> u(static_cast<std::size_t>(count));
  random::fill_uniform(rng, 0, 0, u);
  Matrix centers(0, x.cols());
  Vector distance = Vector::Ones(x.rows());
  for (const double share : u) {
    if (distance.sum() <= 0) break;  // every record is a centre already
    centers.conservativeResize(centers.rows() + 1, Eigen::NoChange);
    centers.bottomRows(1) = x.row(pick(distance, share));
    const Vector fresh = (x.rowwise() - centers.bottomRows(1).row(0)).rowwise().squaredNorm();
    distance = centers.rows() == 1 ? fresh : distance.cwiseMin(fresh);
  }
  return centers;
}

namespace {

void lloyd(const Matrix& x, Matrix& centers) {
  Matrix sums = Matrix::Zero(centers.rows(), centers.cols());
  Vector counts = Vector::Zero(centers.rows());
  // |x - c|^2 = |x|^2 - 2 x.c + |c|^2, and |x|^2 is the same for every centre.
  const Matrix nearness = (-2 * x * centers.transpose()).rowwise() + centers.rowwise().squaredNorm().transpose();
  for (Index i = 0; i < x.rows(); ++i) {
    Index nearest = 0;
    nearness.row(i).minCoeff(&nearest);
    sums.row(nearest) += x.row(i);
    ++counts[nearest];
  }
  for (Index j = 0; j < centers.rows(); ++j)
    if (counts[j] > 0) centers.row(j) = sums.row(j) / counts[j];
}

}  // namespace

Matrix kmeans_start(const Matrix& records, int count, const random::Rng& rng) {
  const Moments moments = moments_of(records);
  Vector scale = moments.variance().cwiseSqrt();
  for (double& value : scale) value = value > 0 ? value : 1;
  const Matrix x = (records.rowwise() - moments.mean().transpose()) * scale.cwiseInverse().asDiagonal();
  Matrix centers = kmeans_seeds(x, count, rng);
  for (int round = 0; round < kRounds; ++round) lloyd(x, centers);
  return (centers * scale.asDiagonal()).rowwise() + moments.mean().transpose();
}

}  // namespace guise::stats
