// SPDX-License-Identifier: Apache-2.0
#include "stats/energy.h"

#include <tbb/parallel_for.h>

#include <cassert>

#include "base/clones.h"

namespace guise::stats {
namespace {

/// Nearer than 1e-7 of their lengths two points are the same: a smaller difference is what rounding leaves of it, and of that
/// it depends on the CPU's products.
inline __attribute__((always_inline)) double distance(double lengths, double product) {
  constexpr double kRounding = 1e-14;
  const double squared = lengths - 2 * product;
  return __builtin_sqrt(squared > kRounding * lengths ? squared : 0);
}

GUISE_CLONES double sum_roots(const double* lengths, const double* products, Index count) {
  constexpr Index kLanes = 8;  // partial sums side by side, so that the loop is free to use wide registers
  double lanes[kLanes] = {};
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) lanes[lane] += distance(lengths[i + lane], products[i + lane]);
  double total = 0;
  for (const double lane : lanes) total += lane;
  for (Index i = whole; i < count; ++i) total += distance(lengths[i], products[i]);
  return total;
}

}  // namespace

double sum_of_roots(const double* lengths, const double* products, Index count) {
  return sum_roots(lengths, products, count);
}

double mean_distance(const Matrix& first, const Matrix& second) {
  assert(first.cols() == second.cols() && first.rows() > 0 && second.rows() > 0);
  // |x - y|^2 = |x|^2 + |y|^2 - 2 x.y cancels where both lie far from 0: seen from a record of the first they do not.
  const Matrix a = first.rowwise() - first.row(0), b = second.rowwise() - first.row(0);
  const Vector a_lengths = a.rowwise().squaredNorm(), b_lengths = b.rowwise().squaredNorm();
  Vector sums(b.rows());
  tbb::parallel_for(Index{0}, b.rows(), [&](Index j) {
    const Vector products = a * b.row(j).transpose(), lengths = a_lengths.array() + b_lengths[j];
    sums[j] = sum_of_roots(lengths.data(), products.data(), a.rows());
  });
  return sums.sum() / (static_cast<double>(a.rows()) * static_cast<double>(b.rows()));
}

double energy_distance(const Matrix& first, const Matrix& second) {
  return 2 * mean_distance(first, second) - mean_distance(first, first) - mean_distance(second, second);
}

}  // namespace guise::stats
