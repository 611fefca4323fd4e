// SPDX-License-Identifier: Apache-2.0
#include "attacks/linkage.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "linalg/assignment.h"
#include "linalg/blas.h"
#include "linalg/pairwise.h"

namespace guise::attacks {
namespace {

// Wanted rows worked on together: 64 of them against 20,000 rows are 10 MiB of distances per thread.
constexpr Index kBlock = 64;

// Squared distances from inner products are off by this share of the squared lengths they are made of.
constexpr double kRounding = 1e-13;

double rounding_of(const Matrix& wanted, const Matrix& rows) {
  return kRounding * std::max(wanted.rowwise().squaredNorm().maxCoeff(), rows.rowwise().squaredNorm().maxCoeff());
}

/// What there is to say of one choice among rows at these squared distances.
Nearest judge(const Eigen::Ref<const Vector>& squared, Index row, double rounding) {
  Nearest out{.row = row, .squared = squared(row)};
  out.rivals = (squared.array() <= out.squared + rounding).count() - 1;
  // Gaussian errors: the odds of a row are exp(-d^2 / 2), taken relative to the nearest so that they do not vanish.
  const double least = squared.minCoeff(), total = ((least - squared.array()) / 2).exp().sum();
  out.probability = std::exp((least - out.squared) / 2) / total;
  return out;
}

}  // namespace

std::vector<Nearest> nearest_rows(const Matrix& wanted, const Matrix& rows) {
  linalg::use_one_blas_thread();
  std::vector<Nearest> out(static_cast<std::size_t>(wanted.rows()));
  const double rounding = rounding_of(wanted, rows);
  tbb::parallel_for(Index{0}, (wanted.rows() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, count = std::min(kBlock, wanted.rows() - first);
    const Matrix squared = linalg::squared_distances(rows, wanted.middleRows(first, count));
    for (Index i = 0; i < count; ++i) {
      const double least = squared.col(i).minCoeff();
      const auto* begin = squared.col(i).data();
      const Index row = std::find_if(begin, begin + rows.rows(), [&](double d) { return d <= least + rounding; }) - begin;
      out[static_cast<std::size_t>(first + i)] = judge(squared.col(i), row, rounding);
    }
  });
  return out;
}

std::vector<Nearest> assigned_rows(const Matrix& wanted, const Matrix& rows) {
  const double rounding = rounding_of(wanted, rows);
  const Matrix squared = linalg::squared_distances(rows, wanted);
  const std::vector<Index> chosen = linalg::least_cost_assignment(squared.transpose());
  std::vector<Nearest> out;
  for (Index i = 0; i < wanted.rows(); ++i) out.push_back(judge(squared.col(i), chosen[static_cast<std::size_t>(i)], rounding));
  return out;
}

}  // namespace guise::attacks
