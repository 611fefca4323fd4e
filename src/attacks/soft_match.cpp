// SPDX-License-Identifier: Apache-2.0
#include "attacks/soft_match.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "attacks/alignment.h"
#include "attacks/soft_max.h"
#include "linalg/blas.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

constexpr Index kBlock = 128;         // points compared with all others at a time: 128 against 20,000 are 10 MiB per thread
constexpr Index kWidthPoints = 100;   // points that the width is found on
constexpr int kWidthSteps = 40;       // of bisection, at most
constexpr double kWidthExact = 0.03;  // relative error of the number of matches
// Of the densest point's: a point beyond it is an outlier, and how far out it lies says little of a rotation.
constexpr double kLeastLogDensity = -20;

/// Coordinates as they are compared.
Singles weighted(const SinglesRef& points, const Vector& metric) {
  return metric.head(points.rows()).cast<float>().asDiagonal() * points;
}

Singles turned_points(const TwoClouds& clouds, const Matrix& turn) {
  const Singles t = turn.cast<float>();
  const Singles turned = t.transpose() * clouds.a.topRows(turn.rows());
  return weighted(turned, clouds.metric);
}

Eigen::VectorXf half_squares(const Singles& points) {
  return points.colwise().squaredNorm().transpose() / 2;
}

/// a.b - |b|^2 / 2 for every point b of `among`, in a column for each point a: largest where they are nearest.
Singles closeness(const SinglesRef& points, const Singles& among, const Eigen::VectorXf& halves) {
  Singles out = among.transpose() * points;
  out.colwise() -= halves;
  return out;
}

/// The width of the kernel with which the median point has that many matches: the inverse of the sum of squared shares.
float kernel_width(const Singles& points, const Singles& among, const Eigen::VectorXf& halves, double matches) {
  const Singles some = points(Eigen::all, evenly_spread(points.cols(), kWidthPoints));
  const Singles close = closeness(some, among, halves);
  const double spread = (close.colwise().maxCoeff() - close.colwise().minCoeff()).mean();
  double low = 1e-6 * spread, high = 1e3 * spread;
  if (!(spread > 0)) return 1;
  std::vector<double> counts(static_cast<std::size_t>(some.cols()));
  for (int step = 0; step < kWidthSteps; ++step) {
    const double width = std::sqrt(low * high);
    tbb::parallel_for(Index{0}, some.cols(), [&](Index i) {
      Eigen::VectorXf shares = close.col(i);
      const SoftMax sums = soft_max(shares.data(), shares.size(), static_cast<float>(1 / width));
      counts[static_cast<std::size_t>(i)] = square(sums.sum) / sums.squares;
    });
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::nth_element(counts.begin(), middle, counts.end());
    if (std::abs(*middle / matches - 1) < kWidthExact) return static_cast<float>(width);
    (*middle < matches ? low : high) = width;
  }
  return static_cast<float>(std::sqrt(low * high));
}

/// For each of `points` the mean of `values` over its matches among others.
Singles matched_means(const Singles& points, const Singles& among, const SinglesRef& values, float width) {
  const Eigen::VectorXf halves = half_squares(among);
  Singles means(values.rows(), points.cols());
  tbb::parallel_for(Index{0}, (points.cols() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, count = std::min(kBlock, points.cols() - first);
    Singles shares = closeness(points.middleCols(first, count), among, halves);
    Eigen::VectorXf inverse(count);
    for (Index i = 0; i < count; ++i)
      inverse[i] = static_cast<float>(1 / soft_max(shares.col(i).data(), shares.rows(), 1 / width).sum);
    means.middleCols(first, count).noalias() = values * shares;
    means.middleCols(first, count) *= inverse.asDiagonal();
  });
  return means;
}

/// Mean over `points` of the logarithm of the mean kernel to `among`.
double mean_log_density(const Singles& points, const Singles& among, double width) {
  const Eigen::VectorXf halves = half_squares(among), own = half_squares(points);
  const double count = static_cast<double>(among.cols());
  Vector density(points.cols());
  tbb::parallel_for(Index{0}, (points.cols() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, last = std::min(first + kBlock, points.cols());
    Singles close = closeness(points.middleCols(first, last - first), among, halves);
    for (Index i = first; i < last; ++i) {
      float* const values = close.col(i - first).data();
      const double nearest = static_cast<double>(close.col(i - first).maxCoeff() - own[i]) / width;
      const double sum = soft_max(values, among.cols(), static_cast<float>(1 / width)).sum;
      density[i] = std::max(nearest + std::log(sum / count), kLeastLogDensity);
    }
  });
  return density.mean();
}

}  // namespace

double match_width(const TwoClouds& clouds, const Matrix& turn, const MatchWidth& width) {
  const Singles turned = turned_points(clouds, turn), there = weighted(clouds.b.topRows(turn.cols()), clouds.metric);
  const double fewer = static_cast<double>(std::min(turned.cols(), there.cols()));
  const double matches = std::min(std::max(width.share * fewer, width.least), fewer / 2);
  return static_cast<double>(kernel_width(turned, there, half_squares(there), matches));
}

double cloud_misfit(const TwoClouds& clouds, const Matrix& turn, double width) {
  const Singles turned = turned_points(clouds, turn), there = weighted(clouds.b.topRows(turn.cols()), clouds.metric);
  return -mean_log_density(turned, there, width) - mean_log_density(there, turned, width);
}

TwoClouds first_points(const TwoClouds& clouds, Index most) {
  TwoClouds out = clouds;
  out.a = clouds.a.leftCols(std::min(most, clouds.a.cols()));
  out.b = clouds.b.leftCols(std::min(most, clouds.b.cols()));
  return out;
}

Matrix nearest_rotation(const Matrix& square) {
  const linalg::Svd svd = linalg::thin_svd(square);
  return svd.left * svd.right.transpose();
}

Matrix soft_match(const TwoClouds& clouds, const Matrix& turn, Index next, const MatchWidth& width) {
  linalg::use_one_blas_thread();
  return soft_match(clouds, turn, next, match_width(clouds, turn, width));
}

Matrix soft_match(const TwoClouds& clouds, const Matrix& turn, Index next, double width) {
  linalg::use_one_blas_thread();
  const Singles turned = turned_points(clouds, turn), there = weighted(clouds.b.topRows(turn.cols()), clouds.metric);
  const double n = static_cast<double>(turned.cols()), others = static_cast<double>(there.cols());
  const float w = static_cast<float>(width);
  const SinglesRef a = clouds.a.topRows(next), b = clouds.b.topRows(next);
  const Singles of_a = matched_means(turned, there, b, w), of_b = matched_means(there, turned, a, w);
  Matrix cross = (a * of_a.transpose()).cast<double>() / n + (of_b * b.transpose()).cast<double>() / others;
  if (clouds.a_mean.size() > 0) cross += clouds.a_mean.head(next) * clouds.b_mean.head(next).transpose();
  return nearest_rotation(cross);
}

Vector nearest_squares(const TwoClouds& clouds, const Matrix& turn, const Singles& others) {
  const Singles turned = turned_points(clouds, turn), there = weighted(others.topRows(turn.cols()), clouds.metric);
  const Eigen::VectorXf halves = half_squares(there), own = half_squares(turned);
  Vector nearest(turned.cols());
  tbb::parallel_for(Index{0}, (turned.cols() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, count = std::min(kBlock, turned.cols() - first);
    const Singles close = closeness(turned.middleCols(first, count), there, halves);
    for (Index i = 0; i < count; ++i)
      nearest[first + i] = std::max(2.0 * static_cast<double>(own[first + i] - close.col(i).maxCoeff()), 0.0);
  });
  return nearest;
}

}  // namespace guise::attacks
