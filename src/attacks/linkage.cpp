// SPDX-License-Identifier: Apache-2.0
#include "attacks/linkage.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
  if (wanted.size() == 0 || rows.size() == 0) return 0;
  return kRounding * std::max(wanted.rowwise().squaredNorm().maxCoeff(), rows.rowwise().squaredNorm().maxCoeff());
}

constexpr double kNobody = std::numeric_limits<double>::infinity();

/// Squared distances, a column for each of some wanted rows, infinite between groups.
Matrix distances(const Matrix& wanted, Index first, Index count, const Matrix& rows, const Groups& groups) {
  Matrix squared = rows.cols() == 0 ? Matrix(Matrix::Zero(rows.rows(), count))
                                    : linalg::squared_distances(rows, wanted.middleRows(first, count));
  if (groups.wanted.empty()) return squared;
  for (Index i = 0; i < count; ++i)
    for (Index row = 0; row < rows.rows(); ++row)
      if (groups.rows[static_cast<std::size_t>(row)] != groups.wanted[static_cast<std::size_t>(first + i)])
        squared(row, i) = kNobody;
  return squared;
}

/// What there is to say of one choice among rows at these squared distances.
Nearest judge(const Eigen::Ref<const Vector>& squared, Index row, double rounding) {
  const double least = squared.minCoeff();
  if (squared(row) == kNobody) return {.row = -1};
  Nearest out{.row = row, .squared = squared(row)};
  out.rivals = (squared.array() <= out.squared + rounding).count() - 1;
  // Gaussian errors: the odds of a row are exp(-d^2 / 2), taken relative to the nearest so that they do not vanish.
  const double total = ((least - squared.array()) / 2).exp().sum();
  out.probability = std::exp((least - out.squared) / 2) / total;
  return out;
}

}  // namespace

std::vector<Nearest> nearest_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups) {
  linalg::use_one_blas_thread();
  std::vector<Nearest> out(static_cast<std::size_t>(wanted.rows()));
  const double rounding = rounding_of(wanted, rows);
  tbb::parallel_for(Index{0}, (wanted.rows() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, count = std::min(kBlock, wanted.rows() - first);
    const Matrix squared = distances(wanted, first, count, rows, groups);
    for (Index i = 0; i < count; ++i) {
      const double least = squared.col(i).minCoeff();
      const auto* begin = squared.col(i).data();
      const Index row = std::find_if(begin, begin + rows.rows(), [&](double d) { return d <= least + rounding; }) - begin;
      out[static_cast<std::size_t>(first + i)] = judge(squared.col(i), row, rounding);
    }
  });
  return out;
}

std::vector<Nearest> assigned_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups) {
  const double rounding = rounding_of(wanted, rows);
  const Matrix squared = distances(wanted, 0, wanted.rows(), rows, groups);
  // Dearer than any assignment within the groups, so that nobody is assigned across them unless there is no other way.
  const double most = squared.array().isInf().select(0, squared.array()).maxCoeff();
  const double dear = (most + 1) * (static_cast<double>(wanted.rows()) + 1);
  const Matrix costs = squared.cwiseMin(dear);
  const std::vector<Index> chosen = linalg::least_cost_assignment(costs.transpose());
  std::vector<Nearest> out;
  for (Index i = 0; i < wanted.rows(); ++i) out.push_back(judge(squared.col(i), chosen[static_cast<std::size_t>(i)], rounding));
  return out;
}

}  // namespace guise::attacks
