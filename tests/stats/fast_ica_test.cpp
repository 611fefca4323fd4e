// SPDX-License-Identifier: Apache-2.0
#include "stats/fast_ica.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <numbers>

#include "linalg/assignment.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::stats {
namespace fast_ica_test {

using random::Rng;

double fraction(double x) {
  return x - std::floor(x);
}

/// A uniform, an exponential and a symmetric attribute without random numbers, so that others can be asked about them.
Matrix sources() {
  Matrix s(1000, 3);
  for (Index i = 0; i < 1000; ++i) {
    const double t = static_cast<double>(i + 1), u = fraction(t * std::sqrt(5.0)) - 0.5;
    s.row(i) << fraction(t * std::sqrt(2.0)), -std::log(fraction(t * std::sqrt(3.0))), (u < 0 ? -u : u) * u;
  }
  return s;
}

const Matrix kMixing = (Matrix(3, 3) << 1, 0.5, -0.3, -0.2, 2, 0.7, 0.4, -1, 1.5).finished();

/// Largest difference between two sets of rows, each to be matched with one of the other up to its sign.
double difference(const Matrix& a, const Matrix& b) {
  Matrix cost(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.rows(); ++j)
      cost(i, j) = std::min((a.row(i) - b.row(j)).cwiseAbs().maxCoeff(), (a.row(i) + b.row(j)).cwiseAbs().maxCoeff());
  double most = 0;
  const std::vector<Index> partner = linalg::least_cost_assignment(cost);
  for (Index i = 0; i < a.rows(); ++i) most = std::max(most, cost(i, partner[static_cast<std::size_t>(i)]));
  return most;
}

// sklearn.decomposition.FastICA(whiten="unit-variance", tol=1e-14).components_ on the same records, version 1.2.1.
TEST(FastIca, FindsTheComponentsOfScikitLearn) {
  const Matrix tanh = (Matrix(3, 3) << -3.11847898, 0.46883532, -0.63468225, 1.26193855, -2.56820129, -4.51368878, -0.18356579,
                       -0.42669617, 0.07365929)
                          .finished();
  const Matrix cube = (Matrix(3, 3) << -3.03052292, 0.31831797, -0.91276048, -1.44937163, 2.59582772, 4.4653665, 0.2575834,
                       0.39734891, -0.09488967)
                          .finished();
  const Matrix x = sources() * kMixing.transpose();
  for (const Contrast contrast : {Contrast::tanh, Contrast::cube}) {
    const Ica ica = fast_ica(x, {.contrast = contrast, .starts = 2, .iterations = 1000, .tolerance = 1e-13}, Rng::from_seed(1));
    EXPECT_TRUE(ica.converged);
    EXPECT_LT(difference(ica.unmixing, contrast == Contrast::tanh ? tanh : cube), 2e-6);
  }
}

// Deflation ends at one of several results, by the order in which it meets the components; this one scikit-learn meets too.
TEST(FastIca, ByDeflationFindsTheComponentsOfScikitLearn) {
  const Matrix cube = (Matrix(3, 3) << 0.27393343, 0.41152152, -0.0580307, 3.07558211, -0.40923771, 0.76192622, -1.3479064,
                       2.58083486, 4.49418898)
                          .finished();
  double nearest = 1;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const IcaFit how{.symmetric = false, .contrast = Contrast::cube, .starts = 1, .iterations = 1000, .tolerance = 1e-13};
    nearest =
        std::min(nearest, difference(fast_ica(sources() * kMixing.transpose(), how, Rng::from_seed(seed)).unmixing, cube));
  }
  EXPECT_LT(nearest, 2e-6);
}

/// Independent attributes of variance 1: laplace and uniform by turns.
Matrix independent(Index rows, Index columns, std::uint64_t seed) {
  Matrix s(rows, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_law(j % 2 == 0 ? random::Law::laplace : random::Law::uniform, Rng::from_seed(seed),
                     static_cast<std::uint32_t>(j), 0, {s.col(j).data(), static_cast<std::size_t>(rows)});
  return s;
}

// Two components: the rotation of the whitened records with the most of E log cosh away from the normal's, by trying angles.
TEST(FastIca, FindsTheLeastNormalRotationOfTwoAttributes) {
  const Matrix x = independent(4000, 2, 2) * random::gaussian_matrix(2, 2, Rng::from_seed(3));
  const Ica ica = fast_ica(x, {.starts = 3, .tolerance = 1e-12}, Rng::from_seed(1));
  const Matrix s = (x.rowwise() - ica.center.transpose()) * ica.unmixing.transpose();
  double best = 0;
  for (double angle = -0.5; angle < 0.5; angle += 0.002) {
    double sum = 0;
    for (const double turn : {angle, angle + std::numbers::pi / 2}) {
      const Vector y = std::cos(turn) * s.col(0) + std::sin(turn) * s.col(1);
      sum += square(y.array().cosh().log().mean() - 0.374567);
    }
    best = std::max(best, sum);
  }
  EXPECT_NEAR(ica.negentropy, best, 0.01 * best);
  EXPECT_LT((ica.unmixing * ica.mixing - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(FastIca, SeparatesTwentyAttributesByBothMethods) {
  const Matrix s = independent(20'000, 20, 4), a = random::gaussian_matrix(20, 20, Rng::from_seed(5));
  for (const bool symmetric : {true, false}) {
    const Ica ica = fast_ica(s * a, {.symmetric = symmetric, .starts = 1}, Rng::from_seed(6));
    EXPECT_TRUE(ica.converged);
    // A permutation but for scale, as near as 20 000 records allow: a component is one source for 99 % of its variance.
    const Matrix power = (ica.unmixing * a.transpose()).cwiseAbs2();
    EXPECT_GT(power.rowwise().maxCoeff().cwiseQuotient(power.rowwise().sum()).minCoeff(), 0.99);
  }
}

// By deflation starts end at different results: the first to be met takes its part of the others' errors.
TEST(FastIca, KeepsTheLeastNormalOfItsStarts) {
  const Matrix x = sources() * kMixing.transpose();
  bool better = false;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const double one = fast_ica(x, {.symmetric = false, .starts = 1}, Rng::from_seed(seed)).negentropy;
    const double ten = fast_ica(x, {.symmetric = false, .starts = 10}, Rng::from_seed(seed)).negentropy;
    EXPECT_GE(ten, one);
    better = better || ten > 1.0001 * one;
  }
  EXPECT_TRUE(better);
}

// Thirty copies of a thousand records have the same components as one: the thousand go all the way in double, the copies begin
// in single precision.
TEST(FastIca, LeavesNoTraceOfItsStepsInSinglePrecision) {
  const Matrix x = sources() * kMixing.transpose(), copies = x.replicate(30, 1);
  for (const Contrast contrast : {Contrast::tanh, Contrast::cube}) {
    const IcaFit how = {.contrast = contrast, .starts = 1, .iterations = 1000, .tolerance = 1e-13};
    const Ica few = fast_ica(x, how, Rng::from_seed(1)), many = fast_ica(copies, how, Rng::from_seed(1));
    EXPECT_TRUE(few.converged && many.converged);
    EXPECT_LT(difference(few.unmixing, many.unmixing), 1e-6);
  }
}

TEST(FastIca, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix x = independent(10'000, 5, 7) * random::gaussian_matrix(5, 5, Rng::from_seed(8));
  const Ica many = fast_ica(x, {}, Rng::from_seed(9));
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(fast_ica(x, {}, Rng::from_seed(9)).unmixing, many.unmixing);
}

TEST(FastIca, SaysWhenItDoesNotConverge) {
  const Matrix x = independent(2000, 6, 10);
  EXPECT_FALSE(fast_ica(x, {.starts = 2, .iterations = 1, .tolerance = 1e-9}, Rng::from_seed(1)).converged);
  EXPECT_FALSE(fast_ica(x, {.symmetric = false, .starts = 1, .iterations = 1, .tolerance = 1e-9}, Rng::from_seed(1)).converged);
}

TEST(FastIca, FindsAsManyComponentsAsThereAre) {
  Matrix x = independent(2000, 4, 11);
  x.col(3) = x.col(0) + x.col(1);
  const Ica ica = fast_ica(x, {}, Rng::from_seed(1));
  EXPECT_EQ(ica.unmixing.rows(), 3);
  EXPECT_TRUE(ica.unmixing.allFinite());
  EXPECT_EQ(fast_ica(Matrix::Zero(20, 3), {}, Rng::from_seed(1)).unmixing.rows(), 0);
  EXPECT_TRUE(fast_ica(x.topRows(1), {}, Rng::from_seed(1)).unmixing.allFinite());
}

}  // namespace fast_ica_test
}  // namespace guise::stats
