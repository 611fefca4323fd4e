// SPDX-License-Identifier: Apache-2.0
#include "stats/kmeans.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mined.h"
#include "mining/compare.h"
#include "random/laws.h"

namespace guise::mining {
namespace kmeans_test {

using guise::testing::compared;
using guise::testing::mined;
using guise::testing::plain_data;
using guise::testing::thirty_irises;

/// `count` clusters of unit spread, `apart` from each other on average.
Matrix clusters(Index records, Index columns, Index count, double apart, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  Matrix centres(count, columns), out(records, columns);
  random::fill_normal(rng.fork("centres"), 0, 0, {centres.data(), static_cast<std::size_t>(centres.size())});
  random::fill_normal(rng.fork("records"), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  for (Index i = 0; i < records; ++i) out.row(i) += apart * centres.row(i % count);
  return out;
}

stats::KMeans from(const Matrix& x, const Matrix& start, const stats::KMeansRules& rules) {
  return stats::lloyd(stats::blocks_of(x), start, x.colwise().mean(), rules);
}

// sklearn.cluster.KMeans(3, init=x[:3], n_init=1, max_iter=ITERATIONS, tol=0).fit(x)
TEST(KMeans, HasTheInertiaOfScikitLearnFromTheSameStart) {
  const Matrix x = thirty_irises();
  const stats::KMeans one = from(x, x.topRows(3), {.iterations = 1});
  EXPECT_NEAR(one.inertia, 34.53062358276644, 1e-9);
  EXPECT_EQ(one.sizes, Vector(Eigen::Vector3d(5, 19, 6)));
  const stats::KMeans all = from(x, x.topRows(3), {.iterations = 300});
  EXPECT_NEAR(all.inertia, 30.764154135338345, 1e-9);
  EXPECT_EQ(all.iterations, 4);
  EXPECT_NEAR(all.centres(1, 2), 5.126315789473685, 1e-12);
}

// The same with init=[x[0], x[0] + 100, x[29]]: the second cluster is empty at first.
TEST(KMeans, FillsAnEmptyClusterAsScikitLearnDoes) {
  const Matrix x = thirty_irises();
  Matrix start(3, 4);
  start << x.row(0), x.row(0).array() + 100, x.row(29);
  EXPECT_NEAR(from(x, start, {.iterations = 1}).inertia, 23.921933518005538, 1e-9);
  const stats::KMeans all = from(x, start, {.iterations = 300});
  EXPECT_NEAR(all.inertia, 15.110323232323235, 1e-9);
  EXPECT_EQ(all.iterations, 7);
}

// sklearn.cluster.KMeans(3, n_init=50).fit(x).inertia_
TEST(KMeans, FindsTheBestClustersOfIris) {
  const Findings found = mined("kmeans(k=3)", plain_data(thirty_irises()));
  EXPECT_NEAR(figure(found, "inertia"), 14.977, 1e-9);
  EXPECT_EQ(found.estimates[1].value, Matrix(Eigen::Vector3d(10, 10, 10)));
}

TEST(KMeans, FindsClustersInMoreRecordsThanItsSample) {
  const Data data = plain_data(clusters(30'000, 3, 4, 30, 1));
  const Findings found = mined("kmeans(k=4)", data);
  EXPECT_EQ(found.estimates[1].value, Matrix(Vector::Constant(4, 7500)));
  // 4 means of 7500 records in 3 columns are fitted to unit variances; the standard error of the sum of squares is sqrt(2 n).
  EXPECT_NEAR(figure(found, "inertia"), 3 * 30'000 - 12, 5 * std::sqrt(2.0 * 3 * 30'000));
}

TEST(KMeans, GivesTheMeanForOneCluster) {
  const Findings found = mined("kmeans(k=1)", plain_data(thirty_irises()));
  EXPECT_LT((found.estimates[0].value - thirty_irises().colwise().mean()).norm(), 1e-12);
}

TEST(KMeans, ModelSavedAndLoadedGivesTheSameClusters) {
  const Matrix x = clusters(500, 3, 5, 2, 2);
  const Findings found = mined("kmeans(k=5)", plain_data(x));
  const Model again = find_task("kmeans").load(nlohmann::json::parse(found.model->parameters->dump()));
  const Matrix groups = found.model->apply(x);
  EXPECT_EQ(again.apply(x), groups);
  for (Index j = 0; j < 5; ++j) EXPECT_EQ((groups.array() == static_cast<double>(j)).count(), found.estimates[1].value(j));
}

TEST(KMeans, OfAReleaseIsInTheUnitsOfTheOriginals) {
  const Matrix x = clusters(4000, 3, 3, 40, 3);
  Matrix noise(4000, 3);
  random::fill_normal(random::Rng::from_seed(4), 0, 0, {noise.data(), static_cast<std::size_t>(noise.size())});
  Data release = plain_data(2 * x + 3 * noise);
  release.geometry.scale = 4;
  release.geometry.noise = Vector::Constant(3, 9);
  const Findings truth = mined("kmeans(k=3)", plain_data(x)), found = mined("kmeans(k=3)", release);
  const double expected = figure(truth, "inertia");
  // Noise of variance 9/4 in 12000 entries: its sum of squares varies by sqrt(2 n) 9/4, its products with the records by 3
  // sqrt(n).
  EXPECT_NEAR(figure(found, "inertia without noise"), expected, 5 * (std::sqrt(24'000.0) * 9 / 4 + 3 * std::sqrt(12'000.0)));
  EXPECT_NEAR(figure(found, "inertia"), expected + 12'000 * 9 / 4, 5 * (std::sqrt(24'000.0) * 9 / 4 + 3 * std::sqrt(12'000.0)));
  ASSERT_EQ(found.notes.size(), 2U);
}

TEST(KMeans, OfARotatedReleaseAgreesPerfectlyWithTheTruth) {
  const Matrix x = clusters(600, 2, 4, 20, 5);
  Matrix turn(2, 2);
  turn << 0.6, -0.8, 0.8, 0.6;
  Data release = plain_data(x * turn);
  release.facts.mixed = true;
  const auto agreement = compared("kmeans(k=4)", plain_data(x), release);
  EXPECT_EQ(agreement[0].value, 1);
  EXPECT_EQ(agreement[1].value, 0);
  EXPECT_NEAR(agreement[2].value, 1, 1e-12);
}

TEST(KMeans, OfUnrelatedRecordsAgreesByChanceOnly) {
  const auto agreement =
      compared("kmeans(k=4)", plain_data(clusters(4000, 2, 4, 20, 6)), plain_data(clusters(4000, 2, 1, 1, 7)));
  EXPECT_NEAR(agreement[0].value, 0, 0.01);
  EXPECT_GT(agreement[1].value, 0.6);
}

TEST(KMeans, RefusesMoreClustersThanDifferentRecords) {
  Matrix x = Matrix::Zero(50, 2);
  x(7, 1) = 1;
  EXPECT_NEAR(figure(mined("kmeans(k=2)", plain_data(x)), "inertia"), 0, 1e-20);
  try {
    mined("kmeans(k=3)", plain_data(x));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "k is 3, and the table has 2 different record(s) only");
  }
  EXPECT_THROW(mined("kmeans(k=1)", plain_data(Matrix(0, 2))), Error);
  EXPECT_THROW(mined("kmeans(k=1)", plain_data(Matrix::Identity(4, 2) * 1e200)), Error);
}

TEST(KMeans, SaysWhenItStoppedTooEarly) {
  const Findings found = mined("kmeans(k=8,iterations=1)", plain_data(clusters(2000, 2, 1, 1, 8)));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0], "the centres still moved after 1 iterations; more of them (iterations=) may do better");
}

}  // namespace kmeans_test
}  // namespace guise::mining
