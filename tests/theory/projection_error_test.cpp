// SPDX-License-Identifier: Apache-2.0
#include "theory/projection_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::theory {
namespace projection_error_test {

const Vector kX = (Vector(4) << 1, -2, 0.5, 3).finished(), kY = (Vector(4) << 2, 1, -1, 0.5).finished();

/// R / (sqrt(k) sd), drawn by the named law.
Matrix drawn(const std::string& law, Index k, Index m, const random::Rng& rng) {
  if (law == "orthonormal")
    return std::sqrt(static_cast<double>(m) / static_cast<double>(k)) * random::haar_orthogonal(m, rng).topRows(k);
  std::vector<double> entries(static_cast<std::size_t>(k * m));
  if (law == "gaussian") random::fill_normal(rng, 0, 0, entries);
  if (law == "sign") random::fill_sign(rng, 0, 0, entries);
  if (law == "sparse") random::fill_sparse_sign(rng, 0, 0, 4, entries);
  return Eigen::Map<const Matrix>(entries.data(), k, m) / std::sqrt(static_cast<double>(k));
}

/// Checks mean and variance of what `statistic` gives over draws of a matrix, with standard errors from the same draws.
template <typename Statistic>
void expect_moments(const std::string& law, Index k, Index m, double mean, double variance, const Statistic& statistic) {
  constexpr int draws = 40'000;
  const random::Rng rng = random::Rng::from_seed(7).fork(law);
  Vector values(draws);
  for (int i = 0; i < draws; ++i) values[i] = statistic(drawn(law, k, m, rng.with_step(static_cast<std::uint32_t>(i))));
  const Vector squares = (values.array() - mean).square();
  const double spread = std::sqrt((squares.array() - squares.mean()).square().mean() / draws);
  EXPECT_NEAR(values.mean(), mean, 4.5 * std::sqrt(variance / draws) + 1e-12) << law << " k=" << k;
  EXPECT_NEAR(squares.mean(), variance, 4.5 * spread + 1e-12) << law << " k=" << k;
}

TEST(InnerProductVariance, IsTheBodyFormulaNotTheAppendix) {
  EXPECT_NEAR(inner_product_variance(kX, kY, 5), 18.0125, 1e-12);
  const double appendix = (kX.cwiseAbs2().dot(kY.cwiseAbs2()) + square(kX.dot(kY))) / 5;
  EXPECT_NEAR(appendix, 2.30, 0.01);
}

TEST(DistanceVariance, IsTwiceTheFourthPowerOverK) {
  EXPECT_NEAR(distance_variance(kX - kY, 5), 136.9, 1e-12);
  // Erratum 3: for opposite unit vectors 32/k, four times the paper's bound; 8/k is right from right angles on.
  const Vector unit = Vector::Unit(4, 1);
  EXPECT_NEAR(distance_variance(2 * unit, 5), 6.4, 1e-12);
  EXPECT_NEAR(distance_variance(unit - Vector::Unit(4, 0), 5), 8.0 / 5, 1e-12);
}

TEST(InnerProductVariance, IsThatOfDrawnMatricesForEveryLaw) {
  for (const std::string law : {"gaussian", "sign", "sparse", "orthonormal"})
    for (const Index k : {1, 3}) {
      const ProjectionLaw kind = projection_law(law, 4);
      expect_moments(law, k, 4, kX.dot(kY), inner_product_variance(kX, kY, k, kind),
                     [](const Matrix& r) { return (r * kX).dot(r * kY); });
      const Vector d = kX - kY;
      expect_moments(law, k, 4, d.squaredNorm(), distance_variance(d, k, kind),
                     [&](const Matrix& r) { return (r * d).squaredNorm(); });
    }
}

// papers.md, paper 000: eps = R'R with unit variance has var eps_ii = 2k and var eps_ij = k (k = 6: 12 and 6).
TEST(InnerProductVariance, OfUnitVectorsGivesTheMomentsOfTheGramMatrix) {
  const Vector first = Vector::Unit(4, 0), second = Vector::Unit(4, 1);
  EXPECT_NEAR(36 * inner_product_variance(first, first, 6), 12, 1e-12);
  EXPECT_NEAR(36 * inner_product_variance(first, second, 6), 6, 1e-12);
  expect_moments("gaussian", 6, 4, 6, 12, [](const Matrix& r) { return 6 * r.col(0).squaredNorm(); });
  expect_moments("gaussian", 6, 4, 0, 6, [](const Matrix& r) { return 6 * r.col(0).dot(r.col(1)); });
  // Signs have lengths without error.
  EXPECT_NEAR(inner_product_variance(first, first, 6, projection_law("sign")), 0, 1e-15);
}

TEST(InnerProductVariance, OfARotationIsZero) {
  EXPECT_EQ(inner_product_variance(kX, kY, 4, projection_law("orthonormal")), 0);
  EXPECT_EQ(inner_product_variance(kX.head(1), kY.head(1), 1, projection_law("orthonormal")), 0);
}

TEST(DistanceProbability, HasTheKnownValuesAndIsNeverBelowLemma57) {
  EXPECT_NEAR(gaussian_distance_probability(0.3, 100), 0.967, 5e-4);
  EXPECT_NEAR(distance_bound(0.3, 100), 0.586, 5e-4);
  EXPECT_NEAR(gaussian_distance_probability(0.5, 100), 0.9991, 5e-5);
  EXPECT_NEAR(distance_bound(0.5, 100), 0.912, 5e-4);
  for (const double epsilon : {0.05, 0.1, 0.3, 0.5, 0.9, 0.99})
    for (const std::int64_t k : {1, 2, 10, 100, 1000, 10'000})
      EXPECT_GE(gaussian_distance_probability(epsilon, k), distance_bound(epsilon, k)) << epsilon << " " << k;
  EXPECT_LT(distance_bound(0.1, 10), 0);  // says nothing
}

TEST(DistanceProbability, IsTheShareOfDrawsWithinTheTolerance) {
  constexpr int draws = 20'000;
  const random::Rng rng = random::Rng::from_seed(9);
  for (const std::string law : {"gaussian", "orthonormal"}) {
    const double expected =
        law == "gaussian" ? gaussian_distance_probability(0.4, 3) : orthonormal_distance_probability(0.4, 3, 4);
    int within = 0;
    for (std::uint32_t i = 0; i < draws; ++i)
      within += std::abs((drawn(law, 3, 4, rng.with_step(i)) * kX).squaredNorm() / kX.squaredNorm() - 1) <= 0.4;
    EXPECT_NEAR(within / double(draws), expected, 4.5 * std::sqrt(expected * (1 - expected) / draws)) << law;
  }
  EXPECT_EQ(orthonormal_distance_probability(0.1, 4, 4), 1);
}

TEST(ProjectionError, RefusesWhatIsNoProjection) {
  EXPECT_THROW(inner_product_variance(kX, kY.head(3), 2), Error);
  EXPECT_THROW(inner_product_variance(kX, kY, 0), Error);
  EXPECT_THROW(inner_product_variance(kX, kY, 5, projection_law("orthonormal")), Error);
  EXPECT_THROW(distance_bound(1, 5), Error);
  EXPECT_THROW(projection_law("gausian"), Error);
  EXPECT_THROW(projection_law("sparse", 0.5), Error);
  EXPECT_THROW(projection_law("very-sparse"), Error);
}

}  // namespace projection_error_test
}  // namespace guise::theory
