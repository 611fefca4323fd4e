// SPDX-License-Identifier: Apache-2.0
#include "stats/multivariance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"
#include "stats/distance_correlation.h"

namespace guise::stats {
namespace multivariance_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed));
}

/// The definition: U-centred distances, sign turned, of mean square 1 off the diagonal.
Matrix similarities(const Vector& x) {
  const Index n = x.size();
  const Matrix d = (x.replicate(1, n) - x.transpose().replicate(n, 1)).cwiseAbs();
  const double count = static_cast<double>(n);
  const Vector row = d.rowwise().sum() / (count - 2);
  Matrix out = row.replicate(1, n) + row.transpose().replicate(n, 1) - d;
  out.array() -= d.sum() / ((count - 1) * (count - 2));
  out.diagonal().setZero();
  return out / std::sqrt(out.squaredNorm() / (count * (count - 1)));
}

TEST(Multivariance, IsTheDefinitionAlsoWithTies) {
  Matrix x = normals(60, 4, 1);
  x.col(1) = (2 * x.col(1)).array().round();
  x.col(3) += x.col(0).cwiseProduct(x.col(2));
  const Multivariance found = multivariance(x);
  std::vector<Matrix> s;
  for (Index j = 0; j < 4; ++j) s.push_back(similarities(x.col(j)));
  const auto mean = [](const Matrix& products) { return products.sum() / (60.0 * 59); };
  double third = 0;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_NEAR(found.pairs(static_cast<Index>(a), static_cast<Index>(b)), mean(s[a].cwiseProduct(s[b])), 1e-12);
      for (std::size_t c = 0; c < b; ++c) third += mean(s[a].cwiseProduct(s[b]).cwiseProduct(s[c]));
    }
  EXPECT_NEAR(found.orders[0], third, 1e-12);
  EXPECT_NEAR(found.orders[1], mean(s[0].cwiseProduct(s[1]).cwiseProduct(s[2]).cwiseProduct(s[3])), 1e-12);
  EXPECT_EQ(found.orders[2], 0);
}

TEST(Multivariance, OfPairsIsTheDistanceCorrelation) {
  Matrix x = normals(700, 2, 2);  // more pairs of records than are held at once
  x.col(1) += x.col(0).cwiseAbs2();
  EXPECT_NEAR(multivariance(x).pairs(0, 1), squared_distance_correlation(x.col(0), x.col(1)), 1e-11);
}

TEST(Multivariance, OfConstantsAndOfVeryFewRecordsIsZero) {
  Matrix x = normals(30, 3, 3);
  x.col(1).setConstant(0.1);
  const Multivariance found = multivariance(x);
  EXPECT_EQ(found.pairs(0, 1), 0);
  EXPECT_NE(found.pairs(0, 2), 0);
  EXPECT_EQ(found.orders[0], 0);
  EXPECT_EQ(multivariance(normals(3, 3, 4)).pairs.cwiseAbs().sum(), 0);
}

}  // namespace multivariance_test
}  // namespace guise::stats
