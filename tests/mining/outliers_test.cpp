// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "mined.h"
#include "mining/compare.h"
#include "random/laws.h"

namespace guise::mining {
namespace outliers_test {

using guise::testing::compared;
using guise::testing::mined;
using guise::testing::plain_data;
using guise::testing::thirty_irises;

Matrix normals(Index rows, std::uint64_t seed) {
  Matrix out(rows, 3);
  random::fill_normal(random::Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

// d, i = NearestNeighbors(n_neighbors=4).fit(x).kneighbors(x); numpy.argsort(-d[:, 3])[:3]
TEST(Outliers, AreTheRecordsWhoseLastNeighbourIsFarthest) {
  const Findings found = mined("outliers(k=3,share=0.1)", plain_data(thirty_irises()));
  EXPECT_EQ(found.estimates[0].rows, (std::vector<std::string>{"12", "3", "10"}));
  EXPECT_NEAR(found.estimates[0].value(0, 0), 1.42126704, 1e-8);
  EXPECT_NEAR(figure(found, "least distance of an outlier"), 0.87749644, 1e-8);
}

TEST(Outliers, AreAtLeastOne) {
  EXPECT_EQ(mined("outliers(k=3)", plain_data(thirty_irises())).estimates[0].rows, std::vector<std::string>{"12"});
}

TEST(Outliers, ThatWerePlantedAreFoundThroughNoise) {
  Matrix x = normals(2000, 1);
  for (Index i = 0; i < 20; ++i) x.row(i * 97) = x.row(i * 97).normalized() * (20 + 10 * static_cast<double>(i));
  Data release = plain_data(x + normals(2000, 2));
  release.geometry.noise = Vector::Ones(3);
  const auto agreement = compared("outliers", plain_data(x), release);
  EXPECT_EQ(agreement[0].value, 1);
}

TEST(Outliers, OfUnrelatedRecordsAreFoundByChance) {
  // 100 of 1000 are called outliers: a tenth is found by chance, with a standard error of .03.
  const auto agreement = compared("outliers(share=0.1)", plain_data(normals(1000, 3)), plain_data(normals(1000, 4)));
  EXPECT_NEAR(agreement[0].value, 0.1, 0.12);
}

TEST(Outliers, AreRefusedWhereThereAreTooFewRecords) {
  EXPECT_THROW(mined("outliers(k=30)", plain_data(thirty_irises())), Error);
  EXPECT_EQ(mined("outliers(k=2,share=1)", plain_data(Matrix::Ones(3, 2))).estimates[0].value, Matrix::Zero(3, 1));
}

}  // namespace outliers_test
}  // namespace guise::mining
