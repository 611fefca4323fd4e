// SPDX-License-Identifier: Apache-2.0
// Estimates of pairs against draws of matrices and errors made here: unbiased, with the stated errors, and inside the stated
// intervals in 95 of 100 draws.
#include "release/pair_law.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdlib>

#include "random/matrices.h"

namespace guise::release {
namespace pair_law_test {

/// noise | project | noise, each part of it where its size is not 0.
struct Way {
  const char* name;
  Index m, k;  // k 0: not projected
  double before, behind;
  const char* law = "gaussian";
  double least = 0.93, most = 0.98;  // share of draws inside the interval; `most` 1 where the interval is known to be wide
};

constexpr int kDraws = 3000;  // a share of 0.95 is known to 0.004

Geometry geometry_of(const Way& way) {
  const bool orthonormal = std::string(way.law) == "orthonormal";
  const auto errors = [](double sd, Index n) {
    return guise::release::errors_of(Vector::Constant(n, sd * sd), Vector::Zero(n));
  };
  Geometry out;
  const Index columns = way.k > 0 ? way.k : way.m;
  out.behind = errors(way.behind, columns);
  if (way.k > 0)
    out.projections.push_back(
        {.law = {.orthonormal = orthonormal}, .k = way.k, .m = way.m, .before = errors(way.before, way.m)});
  else
    out.behind = errors(std::hypot(way.before, way.behind), columns);
  out.noise = Vector::Constant(
      columns, (out.behind->power + (way.k > 0 ? out.projections[0].before.power : 0)) / static_cast<double>(columns));
  return out;
}

Matrix draw(const Way& way, const Matrix& originals, const random::Rng& rng) {
  Matrix out = originals + way.before * random::gaussian_matrix(way.m, 2, rng.fork("before"));
  if (way.k > 0) {
    const bool orthonormal = std::string(way.law) == "orthonormal";
    const auto m = static_cast<double>(way.m), k = static_cast<double>(way.k);
    const Matrix matrix = orthonormal
                              ? Matrix(std::sqrt(m / k) * random::haar_orthogonal(way.m, rng.fork("matrix")).topRows(way.k))
                              : Matrix(random::gaussian_matrix(way.k, way.m, rng.fork("matrix")) / std::sqrt(k));
    out = Matrix(matrix * out);
  }
  return out + way.behind * random::gaussian_matrix(out.rows(), 2, rng.fork("behind"));
}

class Draws : public ::testing::TestWithParam<Way> {};

TEST_P(Draws, AreMetByEstimatesErrorsAndIntervals) {
  const Way way = GetParam();
  Matrix originals(way.m, 2);
  for (Index j = 0; j < way.m; ++j) {
    originals(j, 0) = std::sin(static_cast<double>(j + 1));
    originals(j, 1) = std::cos(2.0 * static_cast<double>(j)) + originals(j, 0);
  }
  const double xx = originals.col(0).squaredNorm(), yy = originals.col(1).squaredNorm(),
               xy = originals.col(0).dot(originals.col(1));
  const double truth[] = {xx, xx + yy - 2 * xy, xy, xy / std::sqrt(xx * yy)};
  const PairLaw law(geometry_of(way), 0);
  Matrix miss(kDraws, 4), stated(kDraws, 4), inside(kDraws, 4);
  for (int i = 0; i < kDraws; ++i) {
    const Matrix released = draw(way, originals, random::Rng::from_seed(static_cast<std::uint64_t>(i)));
    const Pair pair{released.col(0).squaredNorm(), released.col(1).squaredNorm(), released.col(0).dot(released.col(1))};
    const Bounds found[] = {law.square(pair.xx, 1), law.square_distance(pair, 1, 1), law.product(pair, 1, 1),
                            law.cosine(pair, 1, 1)};
    for (Index j = 0; j < 4; ++j) {
      miss(i, j) = found[j].value - truth[j];
      stated(i, j) = square(found[j].error);
      inside(i, j) = found[j].low - 1e-12 <= truth[j] && truth[j] <= found[j].high + 1e-12;
    }
  }
  const char* names[] = {"length", "distance", "product", "cosine"};
  for (Index j = 0; j < 3; ++j) {
    const double spread = std::sqrt(miss.col(j).squaredNorm() / kDraws), mean = miss.col(j).mean();
    EXPECT_LT(std::abs(mean), 4 * spread / std::sqrt(double(kDraws))) << names[j];
    // Lengths and distances are told their variance exactly; a product's is that of its estimated diagonals.
    const double chi = miss.col(j).array().square().matrix().norm() / miss.col(j).squaredNorm();  // of the mean square
    // Where errors hide the originals, they are stated as of length 0 and more, which is up to half as much again.
    const double ratio = stated.col(j).mean() / square(spread);
    EXPECT_GT(ratio, 1 - 5 * chi - (j == 2 ? 0.15 : 0.02)) << names[j];
    EXPECT_LT(ratio, (way.before + way.behind >= 1 ? 1.5 : 1) + 5 * chi + (j == 2 ? 0.15 : 0.02)) << names[j];
  }
  if (std::getenv("GUISE_COVERAGE"))
    fmt::print("| {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} |\n", way.name, inside.col(0).mean(), inside.col(1).mean(),
               inside.col(2).mean(), inside.col(3).mean());
  for (Index j = 0; j < 4; ++j) {
    EXPECT_GT(inside.col(j).mean(), j == 2 || j == 3 ? std::min(way.least, 0.92) : way.least) << names[j];
    EXPECT_LT(inside.col(j).mean(), j == 3 ? 1.01 : way.most) << names[j];
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Draws,
                         ::testing::Values(Way{"k1", 12, 1, 0, 0, "gaussian", 0.93, 1.01}, Way{"k2", 12, 2, 0, 0},
                                           Way{"k4", 12, 4, 0, 0}, Way{"orthonormal", 12, 6, 0, 0, "orthonormal"},
                                           Way{"two_orthonormal", 10, 2, 0, 0, "orthonormal"}, Way{"noise", 12, 0, 0.5, 0},
                                           Way{"large_noise", 12, 0, 3, 0}, Way{"two_columns", 2, 0, 1, 0},
                                           Way{"projected_noise", 12, 3, 1, 0, "gaussian", 0.93, 0.99},
                                           Way{"noise_behind", 12, 4, 0, 1, "gaussian", 0.93, 0.985},
                                           Way{"noise_on_both_sides", 12, 6, 1, 1, "gaussian", 0.93, 0.99}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(PairLaw, IsExactWhereNothingIsDrawn) {
  Geometry plain;
  plain.noise = Vector::Zero(3);
  const PairLaw law(plain, 0);
  const Bounds found = law.product({2, 3, -1}, 1, 1);
  EXPECT_DOUBLE_EQ(found.value, -1);
  EXPECT_EQ(found.error, 0);
  EXPECT_EQ(found.low, found.high);
  EXPECT_EQ(law.square_distance({2, 3, -1}, 1, 1).value, 7);
}

TEST(PairLaw, OfVeryDifferentLengthsHasTheSameAngle) {
  const PairLaw exact(Geometry{}, 0);
  const double xx = 1, yy = 1e4, xy = 60;  // cosine 0.6
  EXPECT_NEAR(exact.cosine({xx, yy, xy}, 1, 1).value, 0.6, 1e-12);
  EXPECT_NEAR(exact.cosine({yy, xx, -xy}, 1, 1).value, -0.6, 1e-12);
}

TEST(PairLaw, OfOneGaussianProjectionIsTheChiSquare) {
  // R: qchisq(c(.025, .975), 3) = 0.2157953 9.348404
  Geometry geometry;
  geometry.noise = Vector::Zero(3);
  geometry.projections = {{.law = {}, .k = 3, .m = 10}};
  const Bounds found = PairLaw(geometry, 0).square(6, 1);
  EXPECT_NEAR(found.low, 6 * 3 / 9.348404, 1e-5);
  EXPECT_NEAR(found.high, 6 * 3 / 0.2157953, 1e-3);
}

TEST(PairLaw, OfNoiseIsNearlyTheNoncentralChiSquare) {
  Geometry geometry;
  geometry.noise = Vector::Ones(5);
  const Bounds found = PairLaw(geometry, 0).square(30, 1);
  const auto chance = [](double ncp) {  // of at most 30: a Poisson mixture of chi-squares
    double total = 0, weight = std::exp(-ncp / 2);
    for (int j = 0; j < 400; weight *= ncp / 2 / ++j) total += weight * boost::math::gamma_p(2.5 + j, 15.0);
    return total;
  };
  EXPECT_NEAR(chance(found.low), 0.975, 0.003);
  EXPECT_NEAR(chance(found.high), 0.025, 0.003);
}

TEST(PairLaw, AnEstimateBelowZeroKeepsAnInterval) {
  Geometry geometry;
  geometry.noise = Vector::Constant(4, 9);
  const Bounds found = PairLaw(geometry, 0).square(0.1, 1);
  EXPECT_LT(found.value, 0);
  EXPECT_EQ(found.low, 0);
  EXPECT_GT(found.high, 9);
}

}  // namespace pair_law_test
}  // namespace guise::release
