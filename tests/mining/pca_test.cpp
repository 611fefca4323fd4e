// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mined.h"
#include "mining/compare.h"
#include "random/laws.h"

namespace guise::mining {
namespace pca_test {

using guise::testing::compared;
using guise::testing::mined;
using guise::testing::plain_data;
using guise::testing::thirty_irises;

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  random::fill_normal(random::Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

// p = sklearn.decomposition.PCA().fit(x): p.explained_variance_, p.explained_variance_ratio_, p.components_[0],
// p.transform(x)[0]
TEST(Pca, IsThatOfScikitLearn) {
  const Findings found = mined("pca", plain_data(thirty_irises()));
  const Matrix& variances = found.estimates[0].value;
  EXPECT_LT((variances.row(0) - Eigen::RowVector4d(4.6602761, 0.26130422, 0.09326562, 0.02599314)).norm(), 2e-8);
  EXPECT_LT((variances.row(1) - Eigen::RowVector4d(0.92450404, 0.05183745, 0.018502, 0.00515651)).norm(), 2e-8);
  const Vector first(Eigen::Vector4d(0.36666491, -0.06644635, 0.85124765, 0.369485));
  EXPECT_LT((found.estimates[1].value.col(0) - first).norm(), 2e-8);
  const Matrix scores = found.model->apply(thirty_irises());
  EXPECT_NEAR(scores(0, 0), -2.84776436318074, 1e-9);
  EXPECT_NEAR(std::abs(scores(0, 3)), 0.019104908160215595, 1e-9);
  // z = p.transform(x)[:, 0]: sqrt(scipy.stats.kstat(z, 4) / 30 + 2 * z.var(ddof=1) ** 2 / 29)
  EXPECT_NEAR(found.estimates[0].error(0, 0), 0.6449528670747074, 1e-9);
}

TEST(Pca, ModelSavedAndLoadedGivesTheSameScores) {
  const Findings found = mined("pca(count=2)", plain_data(thirty_irises()));
  const Model again = find_task("pca").load(nlohmann::json::parse(found.model->parameters->dump()));
  EXPECT_EQ(again.apply(thirty_irises()), found.model->apply(thirty_irises()));
}

TEST(Pca, TakesTheNoiseOutOfOwnColumns) {
  const Index n = 20'000;
  const Matrix x = normals(n, 3, 1) * Eigen::Vector3d(5, 3, 1).asDiagonal();
  Data release = plain_data(x + normals(n, 3, 2) * Eigen::Vector3d(1, 4, 2).asDiagonal());
  release.facts.noise_covariance = Matrix(Eigen::Vector3d(1, 16, 4).asDiagonal());
  release.geometry.noise = Eigen::Vector3d(1, 16, 4);
  const Findings found = mined("pca", release);
  for (Index j = 0; j < 3; ++j)
    EXPECT_NEAR(found.estimates[0].value(0, j), square(5 - 2 * static_cast<double>(j)), 5 * found.estimates[0].error(0, j));
  const auto agreement = compared("pca", plain_data(x), release);
  EXPECT_EQ(agreement.back().name, "angle of the 2 leading component(s), degrees");
  EXPECT_LT(agreement.back().value, 5);
}

TEST(Pca, OfARotatedReleaseHasTheVariancesOfTheTruth) {
  Matrix turn(4, 4);
  turn << 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1;
  Data release = plain_data(thirty_irises() * turn);  // twice a rotation
  release.facts.mixed = true;
  release.geometry.scale = 4;
  const auto agreement = compared("pca", plain_data(thirty_irises()), release);
  ASSERT_EQ(agreement.size(), 3U);  // no angle: directions are not comparable
  for (const Agreement& each : agreement) EXPECT_LT(each.value, 1e-9) << each.name;
  release.geometry.noise = Vector::Constant(4, 0.04);
  EXPECT_NEAR(mined("pca", release).estimates[0].value(0, 0), 4.6602761 - 0.01, 1e-7);
  release.geometry.noise_known = false;
  EXPECT_THROW(mined("pca", release), Error);
}

TEST(Pca, ShowsVariancesBelowTheNoiseAsZeroAndSaysSo) {
  Data release = plain_data(thirty_irises());
  release.facts.noise_covariance = Matrix(Matrix::Identity(4, 4) * 0.05);
  release.geometry.noise = Vector::Constant(4, 0.05);
  const Findings found = mined("pca", release);
  EXPECT_EQ(found.estimates[0].value(0, 3), 0);
  EXPECT_EQ(found.notes.back(), "1 of 4 variances came out below 0, because the noise hides them; they are shown as 0");
}

TEST(Pca, GivesFiniteFiguresForOddTables) {
  for (const Matrix& odd : {Matrix(Matrix::Ones(5, 3)), Matrix(normals(2, 6, 3)), Matrix(normals(9, 1, 4))}) {
    const Findings found = mined("pca", plain_data(odd));
    EXPECT_TRUE(found.estimates[0].value.allFinite());
    for (const Agreement& each : compared("pca", plain_data(odd), plain_data(odd)))
      EXPECT_TRUE(each.value < 1e-6) << each.name << ' ' << each.value;
  }
  EXPECT_THROW(mined("pca", plain_data(Matrix::Ones(1, 3))), Error);
  EXPECT_THROW(mined("pca(count=5)", plain_data(thirty_irises())), Error);
}

}  // namespace pca_test
}  // namespace guise::mining
