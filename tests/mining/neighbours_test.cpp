// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "mined.h"
#include "mining/compare.h"
#include "mining/nearest_records.h"
#include "random/laws.h"

namespace guise::mining {
namespace neighbours_test {

using guise::testing::compared;
using guise::testing::mined;
using guise::testing::plain_data;
using guise::testing::thirty_irises;

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  random::fill_normal(random::Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

std::vector<Index> all_of(const Matrix& x) {
  std::vector<Index> out(static_cast<std::size_t>(x.rows()));
  std::iota(out.begin(), out.end(), Index{0});
  return out;
}

/// Every distance by differences, sorted by distance and number.
NearestRecords by_sorting(const Matrix& x, Index count) {
  NearestRecords out;
  out.places.resize(x.rows(), count);
  out.square_distances.resize(x.rows(), count);
  for (Index i = 0; i < x.rows(); ++i) {
    std::vector<std::pair<double, Index>> others;
    for (Index j = 0; j < x.rows(); ++j)
      if (j != i) others.emplace_back((x.row(i) - x.row(j)).squaredNorm(), j);
    std::sort(others.begin(), others.end());
    for (Index j = 0; j < count; ++j)
      std::tie(out.square_distances(i, j), out.places(i, j)) = others[static_cast<std::size_t>(j)];
  }
  return out;
}

TEST(NearestRecords, AreThoseOfSortingAllDistances) {
  for (const Index columns : {1, 3, 12}) {
    const Matrix x = normals(700, columns, 1);
    const NearestRecords expected = by_sorting(x, 6);
    for (const Search how : {Search::tree, Search::products}) {
      const NearestRecords found = nearest_records(x, all_of(x), 6, how);
      EXPECT_TRUE(found.places == expected.places) << columns;
      EXPECT_LT((found.square_distances - expected.square_distances).norm(), 1e-10);
    }
  }
}

// Small whole numbers in an order of their own: most distances are shared by many records, and all sums are exact.
TEST(NearestRecords, OfEquallyNearOnesAreTheFirst) {
  const Matrix x = normals(600, 2, 2).array().round() * 64;
  const NearestRecords expected = by_sorting(x, 9);
  for (const Search how : {Search::tree, Search::products})
    EXPECT_TRUE(nearest_records(x, all_of(x), 9, how).places == expected.places);
  const Matrix same = Matrix::Ones(40, 3);
  for (const Search how : {Search::tree, Search::products})
    EXPECT_EQ(nearest_records(same, all_of(same), 3, how).places, by_sorting(same, 3).places);
}

// Record by record this would be 10^11 distances: an hour.
TEST(NearestRecords, OfManyEqualRecordsTakeNoMoreThanOfFew) {
  const Index n = 300'000;
  for (const Index columns : {2, 9}) {
    Matrix x(n, columns);
    for (Index i = 0; i < n; ++i) x.row(i).setConstant(static_cast<double>(i % 50));
    for (const Search how : {Search::exact, Search::cells}) {
      const NearestRecords found = nearest_records(x, all_of(x), 3, how);
      EXPECT_TRUE(found.square_distances.isZero(0));
      EXPECT_EQ(found.places.row(0), (Eigen::Matrix<Index, 1, 3>(50, 100, 150)));
      EXPECT_EQ(found.places.row(50), (Eigen::Matrix<Index, 1, 3>(0, 100, 150)));
    }
  }
}

TEST(NearestRecords, AreCompleteWhereTheCellsHoldFewerThanAreAskedFor) {
  const Matrix x = normals(2000, 3, 11);
  EXPECT_EQ(nearest_records(x, {0, 7}, 1990, Search::cells).places, nearest_records(x, {0, 7}, 1990, Search::exact).places);
}

TEST(NearestRecords, AreExactFarFromZeroAndWithAHugeRecord) {
  Matrix x = normals(300, 9, 3).array() + 1e7;
  x.row(17) *= 1e6;
  EXPECT_TRUE(nearest_records(x, all_of(x), 5, Search::products).places == by_sorting(x, 5).places);
}

TEST(NearestRecords, AreTheSameForAnyNumberOfThreads) {
  const Matrix x = normals(3000, 5, 4);
  for (const Search how : {Search::tree, Search::products, Search::cells}) {
    const auto several = nearest_records(x, all_of(x), 4, how).places;
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_TRUE(nearest_records(x, all_of(x), 4, how).places == several);
  }
}

// sklearn.neighbors.NearestNeighbors(n_neighbors=4).fit(x).kneighbors(x), without the record itself
TEST(Neighbours, AreThoseOfScikitLearn) {
  const Findings found = mined("neighbours(k=3)", plain_data(thirty_irises()));
  Matrix expected(3, 3), distances(3, 3);
  expected << 1, 4, 0, 16, 18, 19, 26, 24, 27;
  distances << 0.346410162, 0.360555128, 0.374165739, 0.714142843, 1.208304597, 1.42126704, 0.469041576, 0.655743852,
      0.741619849;
  const std::vector<Index> asked{2, 12, 25};
  EXPECT_EQ(found.estimates[0].value(asked, Eigen::all), expected);
  EXPECT_LT((found.estimates[1].value(asked, Eigen::all) - distances).norm(), 2e-9);
  EXPECT_EQ(found.estimates[0].rows[29], "29");
}

TEST(Neighbours, OfTheFirstRecordsOnlyWhenAsked) {
  EXPECT_EQ(mined("neighbours(count=4)", plain_data(thirty_irises())).estimates[0].value.rows(), 4);
  EXPECT_EQ(mined("neighbours(count=400)", plain_data(thirty_irises())).estimates[0].value.rows(), 30);
}

TEST(Neighbours, AreAskedForATenThousandOfMoreRecords) {
  const Data data = plain_data(normals(12'000, 2, 5));
  const Findings found = mined("neighbours(k=1)", data);
  EXPECT_EQ(found.estimates[0].rows.size(), 10'000U);
  EXPECT_EQ(found.estimates[0].rows, mined("neighbours(k=1)", plain_data(normals(12'000, 2, 6))).estimates[0].rows);
}

TEST(Neighbours, OfAReleaseAreInTheUnitsOfTheOriginals) {
  Data release = plain_data(thirty_irises() * 2);
  release.geometry.scale = 4;
  release.geometry.noise = Vector::Constant(4, 0.005);
  const Matrix plain = mined("neighbours(k=3)", plain_data(thirty_irises())).estimates[1].value;
  const Matrix found = mined("neighbours(k=3)", release).estimates[1].value;
  EXPECT_NEAR(found(4, 1), std::sqrt((4 * square(plain(4, 1)) - 0.04) / 4), 1e-12);
}

double named(const std::vector<Agreement>& agreement, std::string_view name) {
  for (const Agreement& each : agreement)
    if (each.name == name) return each.value;
  ADD_FAILURE() << "there is no " << name;
  return std::nan("");
}

TEST(Neighbours, OfARotatedReleaseAreAllRecalledThoughManyAreEquallyNear) {
  const Matrix x = normals(400, 2, 7).array().round();
  Matrix turn(2, 2);
  turn << std::cos(1), -std::sin(1), std::sin(1), std::cos(1);
  const auto agreement = compared("neighbours(k=5)", plain_data(x), plain_data(x * turn));
  EXPECT_EQ(named(agreement, "recall@1"), 1);
  EXPECT_EQ(named(agreement, "recall of the 5 nearest"), 1);
  EXPECT_EQ(named(agreement, "its standard error over records"), 0);
}

TEST(Neighbours, OfUnrelatedRecordsAreRecalledByChance) {
  const auto agreement = compared("neighbours(k=5)", plain_data(normals(1000, 3, 8)), plain_data(normals(1000, 3, 9)));
  const double error = named(agreement, "its standard error over records");
  EXPECT_NEAR(named(agreement, "recall of the 5 nearest"), 5.0 / 999, 5 * error);
  EXPECT_NEAR(error, std::sqrt(5.0 / 999 / 5 / 1000), 0.001);
}

TEST(Neighbours, FoundApproximatelyAreMostlyRight) {
  const Data data = plain_data(normals(4000, 4, 10));
  const Findings found = mined("neighbours(how=approximate)", data);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].substr(0, 37), "the search is approximate: it found 9");
  EXPECT_EQ(found.estimates[0].value.row(0), mined("neighbours", data).estimates[0].value.row(0));
}

TEST(Neighbours, AreRefusedWhereThereAreTooFewRecords) {
  EXPECT_THROW(mined("neighbours(k=30)", plain_data(thirty_irises())), Error);
  EXPECT_THROW(mined("neighbours", plain_data(Matrix(0, 2))), Error);
  EXPECT_THROW(mined("neighbours(k=1)", plain_data(Matrix::Identity(4, 2) * 1e200)), Error);
  EXPECT_EQ(mined("neighbours(k=29)", plain_data(thirty_irises())).estimates[0].value.cols(), 29);
}

}  // namespace neighbours_test
}  // namespace guise::mining
