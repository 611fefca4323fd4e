// SPDX-License-Identifier: Apache-2.0
// Tasks on inner products: products, distances, cosine.
#include <cmath>

#include "masked.h"

namespace guise::mining {
namespace products_test {

using namespace testing;

const Matrix kRows = correlated(40, 5, 3);

TEST(ProductsTask, GivesThePlainInnerProductsOfRecordsThatWereNotMasked) {
  const Findings all = found("products", plain(kRows));
  EXPECT_TRUE(all.estimates[0].value.isApprox(kRows * kRows.transpose(), 1e-12));
  EXPECT_EQ(all.estimates[0].error.maxCoeff(), 0);
}

TEST(ProductsTask, ComparesTheRecordsThatAreAskedFor) {
  const Findings some = found("products", plain(kRows), "products(from=10, count=3)");
  EXPECT_EQ(some.estimates[0].rows, (std::vector<std::string>{"10", "11", "12"}));
  EXPECT_NEAR(some.estimates[0].value(0, 2), kRows.row(10).dot(kRows.row(12)), 1e-12);
  EXPECT_NE(refusal("products", plain(kRows), "products(from=40)"), "");
}

TEST(ProductsTask, ComparesColumnsWhereRecordsWereMixed) {
  Data data = plain(kRows);
  data.geometry.of_records = false;
  data.geometry.scale = 4;
  data.geometry.projections = {{.law = {}, .k = 40, .m = 0, .scale = 4}};
  data.geometry.noise = Vector::Constant(5, 0.5);  // in each of the 40 rows
  Matrix expected = kRows.transpose() * kRows;
  expected.diagonal().array() -= 40 * 0.5;
  EXPECT_TRUE(found("products", data).estimates[0].value.isApprox(expected / 4, 1e-12));
}

TEST(DistancesTask, TakesOutTheNoiseOfBothRecords) {
  // Over 300 draws of noise the estimates of one distance have its mean, and the spread that is stated.
  const double truth = (kRows.row(0) - kRows.row(1)).squaredNorm();
  double sum = 0, squares = 0, stated = 0;
  constexpr int draws = 300;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Findings all = found("distances", noisy(kRows.topRows(2), 0.8, seed));
    sum += all.estimates[0].value(0, 1) - truth;
    squares += square(all.estimates[0].value(0, 1) - truth);
    stated += square(all.estimates[0].error(0, 1));
  }
  EXPECT_LT(std::abs(sum / draws), 3 * std::sqrt(stated / draws / draws));
  EXPECT_NEAR(squares / stated, 1, 0.3);  // three errors of a variance from 300 draws
}

TEST(CosineTask, IsTheInnerProductOfUnitVectors) {
  const Matrix value = found("cosine", plain(kRows)).estimates[0].value;
  EXPECT_NEAR(value(2, 5), kRows.row(2).normalized().dot(kRows.row(5).normalized()), 1e-14);
  EXPECT_EQ(value(3, 3), 1);
}

TEST(CosineTask, OfAnEmptyRecordIsNothing) {
  const Findings all = found("cosine", plain(Matrix::Zero(2, 3)));
  EXPECT_EQ(all.estimates[0].value(0, 1), 0);
  EXPECT_EQ(all.notes.size(), 1u);
}

TEST(ProductsTask, AreRefusedWhereTheyAreLost) {
  Data data = plain(kRows);
  data.geometry.no_products = "a secret translation moved the origin";
  EXPECT_NE(refusal("products", data).find("translation"), std::string::npos);
  EXPECT_NE(refusal("cosine", data).find("translation"), std::string::npos);
  EXPECT_EQ(refusal("distances", data), "");
  data.geometry.no_distances = "columns were multiplied by secret factors";
  EXPECT_NE(refusal("distances", data).find("factors"), std::string::npos);
}

}  // namespace products_test
}  // namespace guise::mining
