// SPDX-License-Identifier: Apache-2.0
#include "attacks/linkage.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "linalg/blas.h"
#include "linalg/near_assignment.h"
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

void for_blocks(const RowCosts& costs, const std::function<void(Index first, const Matrix& block)>& visit) {
  linalg::use_one_blas_thread();
  tbb::parallel_for(Index{0}, (costs.wanted + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock;
    visit(first, costs.of(first, std::min(kBlock, costs.wanted - first)));
  });
}

/// What there is to say of one choice among rows at these costs.
Nearest judge(const Eigen::Ref<const Vector>& cost, Index row, double rounding) {
  if (cost(row) == kNobody) return {.row = -1};
  const double least = cost.minCoeff();
  Nearest out{.row = row, .squared = cost(row)};
  std::vector<Index> equals;
  for (Index i = 0; i < cost.size(); ++i) {
    if (std::abs(cost(i) - out.squared) <= rounding)
      equals.push_back(i);
    else if (cost(i) > out.squared)
      out.next = std::min(out.next, cost(i));
  }
  out.rivals = static_cast<Index>(equals.size()) - 1;
  if (out.rivals > 0 && out.rivals < kMostEquals) out.equals = std::move(equals);
  // Gaussian errors: the odds of a row are exp(-d^2 / 2), taken relative to the nearest so that they do not vanish.
  const double total = ((least - cost.array()) / 2).exp().sum();
  out.probability = std::exp((least - out.squared) / 2) / total;
  return out;
}

Index first_nearest(const Eigen::Ref<const Vector>& cost, double rounding) {
  const double least = cost.minCoeff();
  const auto* begin = cost.data();
  return std::find_if(begin, begin + cost.size(), [&](double each) { return each <= least + rounding; }) - begin;
}

std::vector<linalg::Candidate> candidates_of(const Eigen::Ref<const Vector>& cost) {
  std::vector<Index> order(static_cast<std::size_t>(cost.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto end = order.begin() + std::min<std::ptrdiff_t>(kCandidates, cost.size());
  std::partial_sort(order.begin(), end, order.end(),
                    [&](Index a, Index b) { return std::pair(cost(a), a) < std::pair(cost(b), b); });
  std::vector<linalg::Candidate> out;
  for (auto each = order.begin(); each != end; ++each)
    if (cost(*each) != kNobody) out.push_back({*each, cost(*each)});
  return out;
}

}  // namespace

double Nearest::ratio() const {
  const bool crowd = rivals > 0 && equals.empty();
  return row < 0 || crowd || next == kNobody || !(next > 0) ? 1 : std::max(squared, 0.0) / next;
}

RowCosts distance_costs(const Matrix& wanted, const Matrix& rows) {
  const auto tables = std::make_shared<const std::pair<Matrix, Matrix>>(wanted, rows);
  return {.wanted = wanted.rows(),
          .rows = rows.rows(),
          .rounding = rounding_of(wanted, rows),
          .of = [tables](Index first, Index count) {
            const auto& [from, to] = *tables;
            return to.cols() == 0 ? Matrix(Matrix::Zero(to.rows(), count))
                                  : linalg::squared_distances(to, from.middleRows(first, count));
          }};
}

RowCosts within_groups(RowCosts costs, const Groups& groups) {
  if (groups.wanted.empty()) return costs;
  costs.of = [inner = std::move(costs.of), groups](Index first, Index count) {
    Matrix out = inner(first, count);
    for (Index i = 0; i < count; ++i)
      for (Index row = 0; row < out.rows(); ++row)
        if (groups.rows[static_cast<std::size_t>(row)] != groups.wanted[static_cast<std::size_t>(first + i)])
          out(row, i) = kNobody;
    return out;
  };
  return costs;
}

std::vector<Nearest> nearest_rows(const RowCosts& costs) {
  std::vector<Nearest> out(static_cast<std::size_t>(costs.wanted));
  for_blocks(costs, [&](Index first, const Matrix& block) {
    for (Index i = 0; i < block.cols(); ++i)
      out[static_cast<std::size_t>(first + i)] =
          judge(block.col(i), first_nearest(block.col(i), costs.rounding), costs.rounding);
  });
  return out;
}

std::vector<Nearest> nearest_rows(const Matrix& wanted, const Matrix& rows, const Groups& groups) {
  return nearest_rows(within_groups(distance_costs(wanted, rows), groups));
}

std::vector<Nearest> nearest_wanted(const RowCosts& costs, const std::vector<Index>& rows) {
  Matrix some(costs.wanted, static_cast<Index>(rows.size()));
  for_blocks(costs, [&](Index first, const Matrix& block) {
    some.middleRows(first, block.cols()) = block(rows, Eigen::all).transpose();
  });
  std::vector<Nearest> out;
  for (Index i = 0; i < some.cols(); ++i)
    out.push_back(judge(some.col(i), first_nearest(some.col(i), costs.rounding), costs.rounding));
  return out;
}

std::vector<Nearest> assigned_rows(const RowCosts& costs) {
  std::vector<std::vector<linalg::Candidate>> candidates(static_cast<std::size_t>(costs.wanted));
  for_blocks(costs, [&](Index first, const Matrix& block) {
    for (Index i = 0; i < block.cols(); ++i) candidates[static_cast<std::size_t>(first + i)] = candidates_of(block.col(i));
  });
  const std::vector<Index> chosen = linalg::assign_candidates(candidates, costs.rows);
  std::vector<Nearest> out(static_cast<std::size_t>(costs.wanted));
  for_blocks(costs, [&](Index first, const Matrix& block) {
    for (Index i = 0; i < block.cols(); ++i) {
      const Index row = chosen[static_cast<std::size_t>(first + i)];
      out[static_cast<std::size_t>(first + i)] =
          judge(block.col(i), row >= 0 ? row : first_nearest(block.col(i), costs.rounding), costs.rounding);
    }
  });
  return out;
}

}  // namespace guise::attacks
