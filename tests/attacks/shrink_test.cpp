// SPDX-License-Identifier: Apache-2.0
// Optimal shrinkage against a plain SVD of the table.
#include <Eigen/LU>

#include "spiked.h"
#include "support/dense.h"
#include "theory/marchenko_pastur.h"

namespace guise::attacks {
namespace shrink_test {

using namespace testing;

/// X^ = mean + sum sigma sqrt(N) eta(s_i / (sigma sqrt N)) u_i v_i', eta(y) = sqrt((y^2 - beta - 1)^2 - 4 beta) / y beyond 1 +
/// sqrt(beta).
Matrix shrunk_by_svd(const Matrix& y, double sd) {
  const Matrix centred = y.rowwise() - y.colwise().mean();
  const guise::testing::Svd svd = guise::testing::svd(centred);
  const double n = static_cast<double>(y.rows()), m = static_cast<double>(y.cols()), most = std::max(n, m),
               beta = std::min(n, m) / most;
  Vector values = svd.values;
  for (double& value : values) {
    const double t = value / (sd * std::sqrt(most));
    value = t > 1 + std::sqrt(beta) ? sd * std::sqrt(most) * std::sqrt(square(t * t - beta - 1) - 4 * beta) / t : 0;
  }
  return (svd.u * values.asDiagonal() * svd.v.transpose()).rowwise() + y.colwise().mean();
}

TEST(ShrinkAttack, EqualsTheSvdOfTheTable) {
  for (const auto& [n, m] : {std::pair<Index, Index>{400, 30}, {40, 90}}) {
    const Matrix x = gaussians(n, two_levels(m, 4, 80, 0), 1).x.array() + 5, y = x + noise(n, m, 2, 1);
    EXPECT_LT(difference(reconstruct("shrink", y, white_noise(m, 2)).values, shrunk_by_svd(y, 2)), 1e-9) << n << " x " << m;
  }
}

TEST(ShrinkAttack, TakesTheNoiseFromTheMedianWhenItIsNotTold) {
  for (const auto& [n, m] : {std::pair<Index, Index>{900, 60}, {60, 300}}) {
    const Matrix y = gaussians(n, two_levels(m, 3, 80, 0), 2).x + noise(n, m, 2, 2);
    const Matrix centred = y.rowwise() - y.colwise().mean();
    // Centring takes one degree of freedom, so n - 1 singular values can differ from 0 and n - 1 is the number of records.
    const Index freedom = n - 1, rank = std::min(freedom, m);
    const Vector s = guise::testing::svd(centred).values;
    const double median = (s(rank / 2) * s(rank / 2) + s((rank - 1) / 2) * s((rank - 1) / 2)) / 2;
    const double most = static_cast<double>(std::max(freedom, m)), beta = static_cast<double>(rank) / most;
    const double sd = std::sqrt(median / (most * theory::marchenko_pastur_median(beta)));
    EXPECT_NEAR(sd, 2, 0.1);
    EXPECT_LT(difference(reconstruct("shrink", y, {}).values, shrunk_by_svd(y, sd)), 1e-8) << n << " x " << m;
  }
}

TEST(ShrinkAttack, WhitensCorrelatedNoiseFirst) {
  const Matrix covariance = gaussians(2, two_levels(6, 3, 9, 0.5), 3).covariance, root = linalg::square_root(covariance);
  const Matrix y = gaussians(800, two_levels(6, 2, 60, 0.1), 4).x + noise(800, 6, 1, 4) * root;
  EXPECT_LT(difference(reconstruct("shrink", y, correlated_noise(covariance)).values,
                       shrunk_by_svd(y * guise::testing::inverse(root), 1) * root),
            1e-9);
}

// Beyond section 1.2: with as many attributes as records and more, BE-DR is several times worse; shrinkage beats the hard cut
// too.
TEST(ShrinkAttack, BeatsTheOtherFiltersOnWideTables) {
  for (const auto& [n, m] : {std::pair<Index, Index>{250, 128}, {100, 300}}) {
    const Matrix x = gaussians(n, two_levels(m, 5, 60, 0), 5).x, y = x + noise(n, m, 2, 5);
    const Knowledge known = white_noise(m, 2);
    const double shrunk = error_of("shrink", y, known, x);
    EXPECT_LT(shrunk, error_of("spectral", y, known, x));
    EXPECT_LT(2 * shrunk, error_of("bayes", y, known, x)) << n << " x " << m;
  }
}

TEST(ShrinkAttack, ReturnsCleanDataAsItIs) {
  const Matrix x = gaussians(50, two_levels(4, 2, 9, 1), 6).x;
  EXPECT_LT(difference(reconstruct("shrink", x, white_noise(4, 0)).values, x), 1e-12);
}

}  // namespace shrink_test
}  // namespace guise::attacks
