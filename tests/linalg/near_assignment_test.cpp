// SPDX-License-Identifier: Apache-2.0
#include "linalg/near_assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "linalg/assignment.h"
#include "random/matrices.h"

namespace guise::linalg {
namespace near_assignment_test {

Matrix costs_of(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed)).cwiseAbs();
}

std::vector<std::vector<Candidate>> nearest_of(const Matrix& cost, Index count) {
  std::vector<std::vector<Candidate>> all;
  for (Index i = 0; i < cost.rows(); ++i) {
    std::vector<Candidate> list;
    for (Index j = 0; j < cost.cols(); ++j) list.push_back({j, cost(i, j)});
    std::sort(list.begin(), list.end(), [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    list.resize(static_cast<std::size_t>(count));
    all.push_back(list);
  }
  return all;
}

double total(const Matrix& cost, const std::vector<Index>& column_of) {
  double sum = 0;
  for (std::size_t i = 0; i < column_of.size(); ++i) sum += cost(static_cast<Index>(i), column_of[i]);
  return sum;
}

TEST(AssignCandidates, CostsAsLittleAsTheHungarianMethodWhereAllColumnsAreCandidates) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Matrix cost = costs_of(12, 12 + static_cast<Index>(seed % 4), seed);
    const std::vector<Index> column_of = assign_candidates(nearest_of(cost, cost.cols()), cost.cols());
    EXPECT_EQ(std::set(column_of.begin(), column_of.end()).size(), 12u);
    EXPECT_NEAR(total(cost, column_of), total(cost, least_cost_assignment(cost)), 1e-10) << seed;
  }
}

TEST(AssignCandidates, LeavesOutAsFewAsPossibleAndThenTheDearest) {
  // Two columns for three rows: by brute force over who is left out.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix cost = costs_of(3, 2, 100 + seed);
    const std::vector<Index> column_of = assign_candidates(nearest_of(cost, 2), 2);
    double best = 1e300, found = 0;
    for (Index out = 0; out < 3; ++out) {
      const Index a = (out + 1) % 3, b = (out + 2) % 3;
      best = std::min({best, cost(a, 0) + cost(b, 1), cost(a, 1) + cost(b, 0)});
    }
    EXPECT_EQ(std::count(column_of.begin(), column_of.end(), Index{-1}), 1);
    for (Index i = 0; i < 3; ++i)
      if (column_of[static_cast<std::size_t>(i)] >= 0) found += cost(i, column_of[static_cast<std::size_t>(i)]);
    EXPECT_NEAR(found, best, 1e-12) << seed;
  }
}

// The same problem for the Hungarian method: everybody has a column of its own that costs twice its dearest candidate, and
// what is no candidate costs more than anything.
TEST(AssignCandidates, OfFewCandidatesLeavesOutWhoeverTheOthersCostMore) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    constexpr Index n = 40;
    const Matrix cost = costs_of(n, n, 200 + seed);
    const auto lists = nearest_of(cost, 5);
    Matrix whole = Matrix::Constant(n, 2 * n, 1e6);
    for (Index i = 0; i < n; ++i) {
      for (const Candidate& each : lists[static_cast<std::size_t>(i)]) whole(i, each.column) = each.cost;
      whole(i, n + i) = 2 * lists[static_cast<std::size_t>(i)].back().cost;
    }
    std::vector<Index> column_of = assign_candidates(lists, n);
    for (std::size_t i = 0; i < column_of.size(); ++i)
      if (column_of[i] < 0) column_of[i] = n + static_cast<Index>(i);
    EXPECT_EQ(std::set(column_of.begin(), column_of.end()).size(), static_cast<std::size_t>(n));
    EXPECT_NEAR(total(whole, column_of), total(whole, least_cost_assignment(whole)), 1e-10) << seed;
  }
}

}  // namespace near_assignment_test
}  // namespace guise::linalg
