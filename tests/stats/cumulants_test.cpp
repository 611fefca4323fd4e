// SPDX-License-Identifier: Apache-2.0
#include "stats/cumulants.h"

#include <gtest/gtest.h>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::stats {
namespace cumulants_test {

Matrix table(Index rows, Index columns) {
  const Matrix z = random::gaussian_matrix(rows, columns, random::Rng::from_seed(1));
  return (z.array().exp() + 3).matrix() * random::gaussian_matrix(columns, columns, random::Rng::from_seed(2));
}

TEST(Cumulants, AreThePlainDefinitions) {
  const Matrix x = table(700, 3), c = x.rowwise() - x.colwise().mean();
  const Cumulants found = cumulants_of(x);
  const auto moment = [&](std::initializer_list<Index> columns) {
    Vector product = Vector::Ones(700);
    for (const Index j : columns) product.array() *= c.col(j).array();
    return product.mean();
  };
  for (Index a = 0; a < 3; ++a)
    for (Index b = 0; b < 3; ++b) {
      EXPECT_NEAR(found.second(a, b), moment({a, b}), 1e-9);
      for (Index d = 0; d < 3; ++d) {
        EXPECT_NEAR(found.third(a, d * 3 + b), moment({a, b, d}), 1e-7);
        for (Index e = 0; e < 3; ++e) {
          const double expected = moment({a, b, d, e}) - moment({a, b}) * moment({d, e}) - moment({a, d}) * moment({b, e}) -
                                  moment({a, e}) * moment({b, d});
          EXPECT_NEAR(found.fourth(a, (e * 3 + d) * 3 + b), expected, 1e-7 * std::abs(expected) + 1e-6);
        }
      }
    }
}

// Width^6 / 252 for a uniform, whose quantiles stand for records; p q (1 - 30 p q + 120 p^2 q^2) for an event of probability p,
// which is not symmetric.
TEST(Cumulants, OfOrderSixAreThoseOfKnownLaws) {
  constexpr Index kRecords = 200'000;
  Matrix x(kRecords, 2);
  for (Index i = 0; i < kRecords; ++i) {
    const double p = (static_cast<double>(i) + 0.5) / kRecords;
    x.row(i) << 3 * p, (i % 5 == 0 ? 1.0 : 0.0);
  }
  const Vector found = sixth_cumulants(x);
  EXPECT_NEAR(found[0], 729.0 / 252, 1e-6);
  EXPECT_NEAR(found[1], 0.16 * (1 - 30 * 0.16 + 120 * 0.16 * 0.16), 1e-12);
}

TEST(Cumulants, OfAMapAreContractions) {
  const Matrix x = table(500, 4), map = random::gaussian_matrix(2, 4, random::Rng::from_seed(3));
  const Cumulants direct = cumulants_of(x * map.transpose()), of_x = cumulants_of(x);
  const auto near = [](const Tensor& a, const Tensor& b) { return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff(); };
  EXPECT_LT(near(contract(of_x.second, 2, map, 2), direct.second), 1e-10);
  EXPECT_LT(near(contract(of_x.third, 3, map, 3), direct.third), 1e-10);
  EXPECT_LT(near(contract(of_x.fourth, 4, map, 4), direct.fourth), 1e-10);
  const Tensor half = contract(of_x.fourth, 4, map, 3);  // the last old index in rows
  ASSERT_EQ(half.rows(), 4);
  EXPECT_LT(near(map * half, direct.fourth), 1e-10);
}

// Exponential attributes of mean 1: variance 1, third cumulant 2, fourth 6; independent ones have no others.
TEST(Cumulants, OfIndependentAttributesAreDiagonal) {
  Matrix u(200'000, 2);
  random::fill_uniform(random::Rng::from_seed(4), 0, 0, {u.data(), 400'000});
  const Cumulants found = cumulants_of(-u.array().log()), only = diagonal(found);
  EXPECT_NEAR(only.third(1, 3), 2, 0.1);
  EXPECT_NEAR(only.fourth(0, 0), 6, 0.8);
  EXPECT_EQ(only.fourth(0, 0), found.fourth(0, 0));
  EXPECT_LT((found.third - only.third).cwiseAbs().maxCoeff(), 0.05);
  EXPECT_LT((found.fourth - only.fourth).cwiseAbs().maxCoeff(), 0.3);
  EXPECT_EQ((only.fourth.array() != 0).count(), 2);
}

}  // namespace cumulants_test
}  // namespace guise::stats
