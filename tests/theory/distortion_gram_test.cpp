// SPDX-License-Identifier: Apache-2.0
#include "theory/distortion_gram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "random/laws.h"
#include "theory/distortion_estimate.h"
#include "theory/product_series.h"

namespace guise::theory {
namespace distortion_gram_test {

using stats::Activation;

Matrix normals(Index rows, Index columns, const char* purpose) {
  std::vector<double> values(static_cast<std::size_t>(rows * columns));
  random::fill_normal(random::Rng::from_seed(11).fork(purpose), 0, 0, values);
  return Eigen::Map<const Matrix>(values.data(), rows, columns);
}

/// A release of records (rows) under one draw of the matrices.
Matrix release_of(const Distortion& d, const Matrix& records) {
  Matrix hidden = (d.sw * records * normals(records.cols(), d.hidden, "w")).rowwise() + d.sa * normals(1, d.hidden, "a").row(0);
  stats::activate(d.f, hidden);
  return (d.sq * hidden * normals(d.hidden, d.out, "q")).rowwise() + d.sb * normals(1, d.out, "b").row(0);
}

TEST(ProductSeries, IsTheIntegralWithinItsBound) {
  const Vector sds = (Vector(6) << 0, 0.2, 1, 3, 10, 50).finished();
  for (const Activation f : {Activation::tanh, Activation::sigmoid, Activation::clip}) {
    const ProductSeries series(f, sds);
    for (Index i = 0; i < sds.size(); ++i)
      for (Index j = 0; j <= i; ++j)
        for (const double rho : {-1.0, -0.7, 0.0, 0.4, 0.95, 0.999}) {
          const double got = series.product(i, j, rho), exact = expected_product(f, {sds[i], sds[j], rho});
          SCOPED_TRACE(::testing::Message() << stats::facts_of(f).name << ' ' << sds[i] << ' ' << sds[j] << ' ' << rho);
          EXPECT_NEAR(got, exact, series.error_bound(i, j, rho) + 1e-11);
          if (j > 0 && std::fabs(rho) < 1) {
            EXPECT_NEAR(series.rho(i, j, got), rho, 1e-9);
          }
        }
    for (Index i = 0; i < sds.size(); ++i) EXPECT_LT(series.error_bound(i, i, 0.95), 1e-3);
    EXPECT_NEAR(series.product(5, 5, 1), expected_product(f, {50, 50, 1}), 1e-11);
  }
  EXPECT_LT(ProductSeries(Activation::tanh, sds).error_bound(2, 2, 1), 1e-9);
  EXPECT_LT(ProductSeries(Activation::tanh, sds).error_bound(3, 3, 1), 1e-3);
  EXPECT_THROW(ProductSeries(Activation::relu, sds), Error);
}

TEST(ProductSeries, GivesTheNearestCorrelationToAnImpossibleProduct) {
  const ProductSeries series(Activation::tanh, Vector::Constant(2, 1.0));
  EXPECT_EQ(series.rho(0, 1, 0.9), 1);
  EXPECT_EQ(series.rho(0, 1, -0.9), -1);
  EXPECT_EQ(ProductSeries(Activation::tanh, Vector::Zero(2)).rho(0, 1, 0.5), 1);
}

TEST(EstimateInnerProducts, AreThoseOfOnePairAtATime) {
  const Matrix records = 0.7 * normals(5, 3, "x");
  for (const stats::ActivationFacts& facts : stats::all_activations()) {
    if (facts.kind == Activation::step) continue;
    const Distortion d{.f = facts.kind, .hidden = 80, .out = 60, .sw = 1, .sa = 0.3, .sq = 0.5, .sb = 0.2};
    const Matrix released = release_of(d, records), got = estimate_inner_products(d, released);
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < i; ++j) {
        const PairEstimate pair = estimate_pair(
            d, {released.row(i).squaredNorm(), released.row(i).dot(released.row(j)), released.row(j).squaredNorm()});
        if (pair.at_edge) continue;
        EXPECT_NEAR(got(i, i), pair.square_x.value, 1e-8 * (1 + got(i, i))) << facts.name;
        EXPECT_NEAR(got(i, j), pair.inner.value, 1e-3 * (1 + std::sqrt(got(i, i) * got(j, j)))) << facts.name;
      }
  }
}

// The errors fall as 1/sqrt(size): of the squared length of a record, about a twentieth with 2000 units.
TEST(EstimateInnerProducts, ComeCloseToTheOriginals) {
  const Matrix records = 0.7 * normals(12, 4, "x"), truth = records * records.transpose();
  for (const Activation f : {Activation::tanh, Activation::identity, Activation::relu, Activation::clip, Activation::step}) {
    const Distortion d{.f = f, .hidden = 2000, .out = 2000, .sw = 0.7, .sa = 0.3, .sq = 0.1, .sb = 0.2};
    const std::optional<Vector> squares = f == Activation::step ? std::optional<Vector>(truth.diagonal()) : std::nullopt;
    const Matrix got = estimate_inner_products(d, release_of(d, records), squares);
    EXPECT_LT((got - truth).norm() / truth.norm(), 0.15) << stats::facts_of(f).name;
    EXPECT_TRUE(got.isApprox(got.transpose(), 0)) << stats::facts_of(f).name;
    EXPECT_NEAR(squared_distances_of(truth)(1, 0), (records.row(1) - records.row(0)).squaredNorm(), 1e-12);
  }
}

TEST(EstimateInnerProducts, RefuseAStepWithoutLengthsAndAnotherDistortion) {
  const Matrix released = Matrix::Ones(3, 4);
  EXPECT_THROW(estimate_inner_products({.f = Activation::step, .hidden = 2, .out = 4}, released), Error);
  EXPECT_THROW(estimate_inner_products({.hidden = 2, .out = 5}, released), Error);
  EXPECT_TRUE(estimate_inner_products({.hidden = 2, .out = 4}, Matrix::Zero(3, 4)).allFinite());
  EXPECT_TRUE(estimate_inner_products({.hidden = 2, .out = 4}, Matrix::Constant(3, 4, 1e100)).allFinite());
}

}  // namespace distortion_gram_test
}  // namespace guise::theory
