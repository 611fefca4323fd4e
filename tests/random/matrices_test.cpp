// SPDX-License-Identifier: Apache-2.0
#include "random/matrices.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <map>

#include "random/draws.h"
#include "random/laws.h"
#include "support/dense.h"

namespace guise::random {
namespace matrices_test {

double departure_from_orthogonal(const Matrix& q) {
  return (q.transpose() * q - Matrix::Identity(q.cols(), q.cols())).cwiseAbs().maxCoeff();
}

struct Spread {
  double mean, variance;
};

template <typename Draw>
Spread spread_of_trace(Draw draw_matrix) {
  constexpr int draws = 20'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double trace = draw_matrix(Rng::from_seed(77).with_step(static_cast<std::uint32_t>(i))).trace();
    sum += trace, squares += trace * trace;
  }
  return {sum / draws, squares / draws - square(sum / draws)};
}

TEST(GaussianMatrix, EntryIsANumberOfTheStreamOfItsRow) {
  const Rng rng = Rng::from_seed(1);
  const Matrix g = gaussian_matrix(5, 70, rng);
  for (Index i = 0; i < g.rows(); ++i) {
    const auto row = draw(fill_normal, rng, static_cast<std::uint32_t>(i), 0, 70);
    for (Index j = 0; j < g.cols(); ++j) ASSERT_EQ(g(i, j), row[static_cast<std::size_t>(j)]);
  }
}

TEST(SignMatrices, HoldTheNumbersOfTheStreamOfEachRow) {
  const Rng rng = Rng::from_seed(3);
  const Matrix sign = sign_matrix(3, 70, rng), sparse = sparse_sign_matrix(3, 70, 5, rng);
  for (Index i = 0; i < 3; ++i) {
    std::vector<double> row(70);
    fill_sign(rng, static_cast<std::uint32_t>(i), 0, row);
    for (Index j = 0; j < 70; ++j) ASSERT_EQ(sign(i, j), row[static_cast<std::size_t>(j)]);
    fill_sparse_sign(rng, static_cast<std::uint32_t>(i), 0, 5, row);
    for (Index j = 0; j < 70; ++j) ASSERT_EQ(sparse(i, j), row[static_cast<std::size_t>(j)]);
  }
}

TEST(Permutation, TakesEveryOrderEquallyOften) {
  constexpr int kDraws = 6000;
  std::map<std::vector<Index>, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[permutation(3, Rng::from_seed(8).with_step(static_cast<std::uint32_t>(i)))];
  ASSERT_EQ(counts.size(), 6u);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, kDraws / 6.0, 5 * std::sqrt(kDraws * 5 / 36.0));
}

TEST(HaarOrthogonal, IsOrthogonalAtEverySize) {
  for (const Index size : {1, 2, 3, 15, 16, 17, 33, 100, 300})
    EXPECT_LT(departure_from_orthogonal(haar_orthogonal(size, Rng::from_seed(2))), 1e-12) << size;
}

// The factorisation with a positive diagonal is unique, so Eigen's, with its signs put right, is the same up to rounding.
TEST(HaarOrthogonal, IsTheFactorOfTheGaussianMatrixWithAPositiveDiagonal) {
  for (const Index size : {1, 2, 5, 20, 50}) {
    const Rng rng = Rng::from_seed(3);
    const Matrix g = gaussian_matrix(size, size, rng), q = haar_orthogonal(size, rng), r = q.transpose() * g;
    EXPECT_LT(Matrix(r.triangularView<Eigen::StrictlyLower>()).cwiseAbs().maxCoeff(), 1e-12) << size;
    EXPECT_GT(r.diagonal().minCoeff(), 0) << size;
    const Matrix plain = testing::householder_q(g);
    const Vector signs = (plain.transpose() * g).diagonal().array().sign();
    EXPECT_LT((plain * signs.asDiagonal() - q).cwiseAbs().maxCoeff(), 1e-10) << size;
  }
}

// Of Haar matrices the trace has mean 0 and variance 1 (Mezzadri 2007; Diaconis & Shahshahani 1994).
TEST(HaarOrthogonal, TraceHasMeanZeroAndVarianceOne) {
  const Spread haar = spread_of_trace([](const Rng& rng) { return haar_orthogonal(4, rng); });
  EXPECT_LT(std::fabs(haar.mean), 0.05);
  EXPECT_GT(haar.variance, 0.95);
  EXPECT_LT(haar.variance, 1.05);
}

TEST(HaarOrthogonal, PlainFactorisationWouldFailThat) {
  const Spread plain = spread_of_trace([](const Rng& rng) { return testing::householder_q(gaussian_matrix(4, 4, rng)); });
  EXPECT_GT(std::fabs(plain.mean), 0.05);  // -0.82 in theory, and variance 0.38
  EXPECT_LT(plain.variance, 0.95);
}

TEST(HaarOrthogonal, HasBothDeterminantsEquallyOften) {
  constexpr int draws = 4000;
  int negative = 0;
  for (int i = 0; i < draws; ++i)
    negative += testing::determinant(haar_orthogonal(3, Rng::from_seed(5).with_step(static_cast<std::uint32_t>(i)))) < 0;
  EXPECT_NEAR(negative, draws / 2., 5 * std::sqrt(draws) / 2);
}

}  // namespace matrices_test
}  // namespace guise::random
