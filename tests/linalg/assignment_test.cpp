// SPDX-License-Identifier: Apache-2.0
#include "linalg/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace guise::linalg {
namespace assignment_test {

double total(const Matrix& cost, const std::vector<Index>& column_of) {
  double sum = 0;
  for (std::size_t i = 0; i < column_of.size(); ++i) sum += cost(static_cast<Index>(i), column_of[i]);
  return sum;
}

double least_by_trying_all(const Matrix& cost) {
  std::vector<Index> order(static_cast<std::size_t>(cost.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  double least = std::numeric_limits<double>::infinity();
  do {
    least = std::min(least, total(cost, {order.begin(), order.begin() + cost.rows()}));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST(LeastCostAssignment, CostsWhatTheBestOfAllOrdersCosts) {
  std::srand(1);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 3}, {6, 6}, {3, 7}, {7, 7}}) {
    for (int draw = 0; draw < 20; ++draw) {
      const Matrix cost = 10 * Matrix::Random(rows, columns);
      const auto column_of = least_cost_assignment(cost);
      std::vector<Index> sorted = column_of;
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end()) << "a column was given twice";
      EXPECT_NEAR(total(cost, column_of), least_by_trying_all(cost), 1e-12);
    }
  }
}

TEST(LeastCostAssignment, EqualCostsStillGiveEveryRowItsOwnColumn) {
  auto column_of = least_cost_assignment(Matrix::Zero(4, 4));
  std::sort(column_of.begin(), column_of.end());
  EXPECT_EQ(column_of, (std::vector<Index>{0, 1, 2, 3}));
}

}  // namespace assignment_test
}  // namespace guise::linalg
