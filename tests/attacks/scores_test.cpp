// SPDX-License-Identifier: Apache-2.0
// Values exchanged within their columns, and factors that a record's columns share: beyond, part two, sections 1.1 and 1.3.
#include <algorithm>
#include <numeric>

#include <Eigen/LU>

#include "base/error.h"
#include "mixed.h"
#include "random/laws.h"
#include "signals.h"
#include "spiked.h"

namespace guise::attacks {
namespace scores_test {

using namespace testing;

/// Rank swapping from the lowest rank up, with all free ranks of the window looked at.
Matrix moved(const Matrix& x, double window, std::uint64_t seed) {
  Matrix y = x;
  const Index n = x.rows(), reach = static_cast<Index>(window * static_cast<double>(n));
  for (Index j = 0; j < x.cols(); ++j) {
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return x(a, j) < x(b, j); });
    std::vector<double> u(order.size());
    random::fill_uniform(random::Rng::from_seed(seed), static_cast<std::uint32_t>(j), 0, u);
    std::vector<bool> taken(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) {
      if (taken[r]) continue;
      std::vector<std::size_t> free;
      for (std::size_t k = r + 1; k < order.size() && k <= r + static_cast<std::size_t>(reach); ++k)
        if (!taken[k]) free.push_back(k);
      if (free.empty()) continue;
      const std::size_t other = free[static_cast<std::size_t>(u[r] * static_cast<double>(free.size()))];
      taken[r] = taken[other] = true;
      std::swap(y(order[r], j), y(order[other], j));
    }
  }
  return y;
}

Matrix skewed(Index records, std::uint64_t seed) {
  const Matrix common = noise(records, 1, 1, seed), own = noise(records, 3, 0.5, seed + 1);
  return (own + common.replicate(1, 3)).array().exp();
}

Knowledge exchanged(double window) {
  Knowledge known;
  known.exchange = release::Exchange{window};
  return known;
}

double error(const Matrix& guess, const Matrix& truth) {
  return normalized_error(guess, truth, 0);
}

TEST(ScoresAttack, TellsMoreThanTheReleaseAsItIs) {
  const Matrix x = skewed(3000, 1), y = moved(x, 0.3, 3);
  const Matrix guess = reconstruct("scores", y, exchanged(0.3)).values;
  EXPECT_LT(error(guess, x), 0.8 * error(y, x));
  EXPECT_LT(error(guess, x), 1);
}

TEST(ScoresAttack, TakesTheMeanWhereValuesMovedAnywhereInUnrelatedColumns) {
  const Matrix x = noise(2000, 3, 1, 5), y = moved(x, 1, 6);
  EXPECT_NEAR(error(reconstruct("scores", y, exchanged(1)).values, x), 1, 0.01);
}

// Of normal data the scores are the values in standard units: what the Bayes estimate leaves is in closed form, with the share
// of a score that a move left as it was seen.
TEST(ScoresAttack, LeavesWhatTheBayesEstimateLeaves) {
  constexpr Index n = 4000;
  const Matrix x = noise(n, 3, 0.6, 7) + noise(n, 1, 0.8, 8).replicate(1, 3), y = moved(x, 0.4, 9);
  Matrix prior = Matrix::Constant(3, 3, 0.64), seen = Matrix::Identity(4, 4);
  prior.diagonal().setOnes();
  const double kept = (x.array() * y.array()).sum() / x.squaredNorm();
  Matrix map = Matrix::Zero(4, 3);
  map.topRows(3).diagonal().setConstant(kept);
  map(3, 0) = 1;  // the first column, known
  seen.diagonal() << 1 - square(kept), 1 - square(kept), 1 - square(kept), 1e-9;
  const auto left = [&](Index rows) {
    const Matrix h = map.topRows(rows),
                 gain = prior * h.transpose() * (h * prior * h.transpose() + seen.topLeftCorner(rows, rows)).inverse();
    return Vector((prior - gain * h * prior).diagonal());
  };
  const auto found = [&](const Matrix& guess) { return Vector((guess - x).colwise().squaredNorm().transpose() / n); };
  Knowledge known = exchanged(0.4);
  const Vector without = found(reconstruct("scores", y, known).values);
  EXPECT_LT((without - left(3)).cwiseAbs().maxCoeff(), 0.03);
  known.known_columns = {0};
  const Matrix guess = reconstruct("scores", y, known, x.leftCols(1)).values;
  EXPECT_EQ(guess.col(0), x.col(0));
  EXPECT_LT((found(guess) - left(4)).tail(2).cwiseAbs().maxCoeff(), 0.03);
  EXPECT_LT(found(guess)[1], 0.95 * without[1]) << "and the known column counts";
}

TEST(ScoresAttack, SaysNothingOfOtherMasks) {
  EXPECT_NE(learn_from("scores", skewed(100, 9), Knowledge()).reason.find("exchanged within their columns"), std::string::npos);
  EXPECT_NE(learn_from("scores", skewed(9, 9), exchanged(0.1)).reason.find("too few records"), std::string::npos);
}

Knowledge common_factor() {
  Knowledge known;
  known.factor = Factor{.law = "ramp", .sd = Vector::Constant(3, 0.1), .common = true, .low = 0.05, .high = 0.2};
  known.known_columns = {1};
  return known;
}

TEST(RatioAttack, HasNoErrorWhereAColumnIsKnown) {
  const Matrix x = skewed(500, 11);
  Vector factor(500);
  for (Index i = 0; i < 500; ++i) factor[i] = i % 2 == 0 ? 1.07 : 0.85;
  Matrix y = factor.asDiagonal() * x;
  EXPECT_LT((reconstruct("ratio", y, common_factor(), x.col(1)).values - x).cwiseAbs().maxCoeff(), 1e-12 * x.maxCoeff());
  Matrix known = x.col(1);
  known(3, 0) = y(3, 1) = 0;
  EXPECT_EQ(reconstruct("ratio", y, common_factor(), known).values(3, 0), y(3, 0)) << "0 has no ratio";
}

TEST(RatioAttack, SaysWhyItDoesNotApply) {
  const Matrix x = skewed(50, 12);
  const auto reason = [&](const Knowledge& known) {
    try {
      reconstruct("ratio", x, known, x.col(1));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Knowledge own = common_factor(), inexact = common_factor();
  own.factor->common = false;
  inexact.known_errors = {0.1};
  EXPECT_NE(reason(own).find("a factor of its own"), std::string::npos);
  EXPECT_NE(reason(inexact).find("have errors"), std::string::npos);
}

// The factor is between 0.8 and 1.2.
TEST(FactorAttack, KnowsThatAValueIsNeverNearItsRelease) {
  const Matrix x = skewed(3000, 13);
  Matrix y = x;
  for (Index i = 0; i < x.rows(); ++i) y.row(i) *= i % 2 == 0 ? 1.1 : 0.9;
  Knowledge known = common_factor();
  known.known_columns.clear();
  const Matrix ratio = reconstruct("factor", y, known).values.cwiseQuotient(y);
  EXPECT_GE(ratio.minCoeff(), 1 / 1.2 - 1e-12);
  EXPECT_LE(ratio.maxCoeff(), 1 / 0.8 + 1e-12);
}

}  // namespace scores_test
}  // namespace guise::attacks
