// SPDX-License-Identifier: Apache-2.0
#include "stats/energy.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>

// The same loop for several instruction sets, chosen when the program starts; every one has the same bits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GUISE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GUISE_CLONES
#endif

namespace guise::stats {

GUISE_CLONES double sum_of_roots(const double* lengths, const double* products, Index count) {
  constexpr Index kLanes = 8;  // partial sums side by side, so that the loop is free to use wide registers
  double lanes[kLanes] = {};
  const Index whole = count - count % kLanes;
  for (Index i = 0; i < whole; i += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) {
      const double squared = lengths[i + lane] - 2 * products[i + lane];
      lanes[lane] += __builtin_sqrt(squared > 0 ? squared : 0);
    }
  double total = 0;
  for (const double lane : lanes) total += lane;
  for (Index i = whole; i < count; ++i) total += std::sqrt(std::max(0.0, lengths[i] - 2 * products[i]));
  return total;
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
