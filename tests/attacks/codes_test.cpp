// SPDX-License-Identifier: Apache-2.0
// Codes of classes: the truth is the mean of a class, which as many known people as there are tell up to chance.
#include <gtest/gtest.h>

#include <cmath>

#include "population_data.h"

namespace guise::attacks {
namespace codes_test {

using namespace testing;

constexpr double kCodes[] = {5, 0, 3, 7, 1, 6, 2, 4};  // say nothing of the order of the classes

/// Eight classes of equal size of each column, under codes in no order.
Matrix coded(const Matrix& x) {
  Matrix y(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    std::vector<double> sorted(x.col(j).begin(), x.col(j).end());
    std::sort(sorted.begin(), sorted.end());
    for (Index i = 0; i < x.rows(); ++i) {
      const auto rank = std::lower_bound(sorted.begin(), sorted.end(), x(i, j)) - sorted.begin();
      y(i, j) = kCodes[8 * rank / x.rows()];
    }
  }
  return y;
}

Knowledge pairs_of(const Matrix& x, const Matrix& y, Index count) {
  Knowledge known;
  known.pairs = Pairs{x.topRows(count), y.topRows(count)};
  return known;
}

TEST(CodesAttack, ValuesEveryClassByItsMean) {
  const Matrix x = skewed(2000, 3, 1), y = coded(x);
  const Matrix guess = reconstruct("codes", y, pairs_of(x, y, 400)).values;
  // What is left within eight classes, and 8 / 400 of the same for means of 50 people each, doubled for the ridge.
  Matrix means = x;
  for (Index j = 0; j < 3; ++j)
    for (const double code : kCodes) {
      double sum = 0, count = 0;
      for (Index i = 0; i < x.rows(); ++i)
        if (y(i, j) == code) sum += x(i, j), ++count;
      for (Index i = 0; i < x.rows(); ++i)
        if (y(i, j) == code) means(i, j) = sum / count;
    }
  const Vector least = relative_errors(means, x), found = relative_errors(guess, x);
  for (Index j = 0; j < 3; ++j) EXPECT_LT(found[j], least[j] + 0.05) << j;
  const Vector straight = relative_errors(reconstruct("regress", y, pairs_of(x, y, 400)).values, x);
  EXPECT_GT(straight.minCoeff(), 0.5) << "codes are in no order";
}

TEST(CodesAttack, FewPairsAreNotWorseThanTheMean) {
  const Matrix x = skewed(1000, 3, 2), y = coded(x);
  EXPECT_LT(relative_errors(reconstruct("codes", y, pairs_of(x, y, 12)).values, x).maxCoeff(), 1.3);
}

TEST(CodesAttack, IsNotForQuantities) {
  const Matrix x = skewed(500, 3, 3);
  const Outcome outcome =
      learn(find_attack("codes"), gather(x, pairs_of(x, x, 50)), pairs_of(x, x, 50), Params(), random::Rng::from_seed(1));
  EXPECT_FALSE(outcome.reconstruction);
  EXPECT_NE(outcome.reason.find("many different values"), std::string::npos);
}

}  // namespace codes_test
}  // namespace guise::attacks
