// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numbers>

#include "attacks/run_posterior.h"
#include "attacks/signals.h"
#include "linalg/solve.h"

namespace guise::attacks::testing {
namespace repeats_test {

double recovered(const Matrix& x, const Matrix& guess) {
  return 1 - (guess - x).squaredNorm() / (x.rowwise() - x.colwise().mean()).squaredNorm();
}

/// `people` of as many records each as `lengths` says by turns.
Matrix people(Index count, Index attributes, const std::vector<Index>& lengths, std::uint64_t seed) {
  const Matrix values = random::gaussian_matrix(count, attributes, random::Rng::from_seed(seed).fork("people"));
  Index records = 0;
  for (Index i = 0; i < count; ++i) records += lengths[static_cast<std::size_t>(i) % lengths.size()];
  Matrix x(records, attributes);
  Index at = 0;
  for (Index i = 0; i < count; ++i)
    for (Index k = 0; k < lengths[static_cast<std::size_t>(i) % lengths.size()]; ++k) x.row(at++) = values.row(i);
  return x;
}

struct Sum {
  double likelihood = 0;
  Matrix values;
};

/// Every way to cut the records into runs, each weighed by its density as one normal vector per coordinate.
Sum brute_force(const Matrix& y, const RunModel& model) {
  const Index n = y.rows(), m = y.cols();
  Sum sum{.values = Matrix::Zero(n, m)};
  for (Index cuts = 0; cuts < (Index{1} << (n - 1)); ++cuts) {
    Matrix same = Matrix::Zero(n, n);
    double weight = 1;
    for (Index i = 0, run = 0; i < n; ++i) {
      if (i > 0) {
        const bool cut = (cuts >> (i - 1)) & 1;
        weight *= cut ? model.hazard : 1 - model.hazard;
        if (cut) run = i;
      }
      for (Index k = run; k <= i; ++k) same(i, k) = same(k, i) = 1;
    }
    Matrix values(n, m);
    for (Index j = 0; j < m; ++j) {
      const Matrix covariance = model.between[j] * same + model.within[j] * Matrix::Identity(n, n);
      const Vector solved = linalg::solve(covariance, y.col(j));
      values.col(j) = model.between[j] * same * solved;
      weight *= std::exp(-0.5 * y.col(j).dot(solved)) /
                std::sqrt(std::pow(2 * std::numbers::pi, static_cast<double>(n)) * linalg::determinant(covariance));
    }
    sum.likelihood += weight;
    sum.values += weight * values;
  }
  sum.values /= sum.likelihood;
  return sum;
}

TEST(RunPosterior, EqualsTheSumOverAllWaysToCut) {
  const RunModel model{.between = Vector{{4.0, 1.5}}, .within = Vector{{1.0, 1.2}}, .hazard = 0.3};
  const Matrix y = people(3, 2, {4, 1, 3}, 1) * 2 + noise(8, 2, 1, 2);
  const Sum expected = brute_force(y, model);
  const RunPosterior posterior(model);
  // Starts below 1e-5 of the first are not followed.
  EXPECT_NEAR(posterior.log_likelihood(y), std::log(expected.likelihood), 1e-3);
  EXPECT_LT((posterior.values(y) - expected.values).cwiseAbs().maxCoeff(), 1e-3);
}

// With the people told, 15 records each at SNR 1 leave 1/16; records taken by themselves leave half.
TEST(Repeats, AveragesThePersonsOwnRecords) {
  const Matrix x = people(200, 6, {15}, 3), y = x + noise(3000, 6, 1, 4);
  EXPECT_GT(recovered(x, reconstruct("repeats", y, white(6, 1)).values), 0.85);
  EXPECT_LT(recovered(x, reconstruct("bayes", y, white(6, 1)).values), 0.55);
}

TEST(Repeats, ManagesUnequalNumbersAndLittleDifferences) {
  const Matrix x = people(300, 6, {1, 4, 30, 9}, 5) + noise(3300, 6, 0.2, 6), y = x + noise(3300, 6, 1, 7);
  EXPECT_GT(recovered(x, reconstruct("repeats", y, white(6, 1)).values), 0.8);
}

TEST(Repeats, IsNoWorseThanBayesWhereNobodyRepeats) {
  const Matrix x = people(1000, 4, {1}, 8), y = x + noise(1000, 4, 1, 9);
  const Outcome outcome = learn_from("repeats", y, white(4, 1));
  ASSERT_TRUE(outcome.reconstruction);
  EXPECT_EQ(outcome.reconstruction->notes.front(), "neighbouring records do not repeat each other");
  EXPECT_NEAR(recovered(x, reconstruct("repeats", y, white(4, 1)).values),
              recovered(x, reconstruct("bayes", y, white(4, 1)).values), 0.01);
}

TEST(Repeats, HardlyDependsOnTheWindows) {
  const Matrix y = people(500, 3, {10}, 10) + noise(5'000, 3, 1, 11);
  const Outcome outcome = learn_from("repeats", y, white(3, 1));
  ASSERT_TRUE(outcome.reconstruction);
  const Matrix whole = guess_by_windows(*outcome.reconstruction, y, 5'000);
  EXPECT_LT((whole - guess_by_windows(*outcome.reconstruction, y, 2500)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Repeats, IsNotAssessedWhereRecordsWereShuffled) {
  Knowledge shuffled = white(2, 1);
  shuffled.ordered = false;
  EXPECT_FALSE(learn_from("repeats", noise(200, 2, 1, 6), shuffled).reconstruction);
  EXPECT_FALSE(learn_from("repeats", noise(5, 2, 1, 6), white(2, 1)).reconstruction);
}

}  // namespace repeats_test
}  // namespace guise::attacks::testing
