// SPDX-License-Identifier: Apache-2.0
#include "stats/bayes_core.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "random/matrices.h"
#include "support/dense.h"

namespace guise::stats {
namespace bayes_core_test {

using linalg::Affine;
using random::Rng;

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, Rng::from_seed(seed));
}

Matrix positive(Index size, std::uint64_t seed) {
  const Matrix a = normals(size, size, seed);
  return a * a.transpose() + 0.1 * Matrix::Identity(size, size);
}

Affine additive(const Matrix& noise) {
  return {Matrix::Identity(noise.rows(), noise.rows()), Vector::Zero(noise.rows()), noise};
}

/// The model of beyond.md 1.1: eigenvalues 20, 15 and eight of .3 in a random basis.
Matrix spiked(std::uint64_t seed) {
  Vector eigenvalues = Vector::Constant(10, 0.3);
  eigenvalues[0] = 20;
  eigenvalues[1] = 15;
  const Matrix q = random::haar_orthogonal(10, Rng::from_seed(seed));
  return q * eigenvalues.asDiagonal() * q.transpose();
}

double largest(const Matrix& a) {
  return a.cwiseAbs().maxCoeff();
}

/// Mean squared error the core itself expects.
double expected_error(const Mixture& prior, const Affine& channel) {
  Matrix sd;
  posterior_mean(prior, channel, Matrix::Zero(1, channel.map.rows()), &sd);
  return sd.squaredNorm() / static_cast<double>(sd.size());
}

TEST(BayesCore, IsEquationThirteenOfPaper002) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix sx = positive(5, seed), sr = positive(5, seed + 100), y = normals(30, 5, seed + 200);
    const Vector mu = normals(5, 1, seed + 300);
    // x = (Sx^-1 + Sr^-1)^-1 (Sx^-1 mu + Sr^-1 y)
    const Matrix precision = testing::inverse(testing::inverse(sx) + testing::inverse(sr));
    const Matrix expected = ((y * testing::inverse(sr)).rowwise() + (testing::inverse(sx) * mu).transpose()) * precision;
    Matrix sd;
    const Matrix found = posterior_mean(gaussian_prior(mu, sx), additive(sr), y, &sd);
    EXPECT_LT(largest(found - expected), 1e-9 * (1 + largest(expected)));
    EXPECT_LT(largest(sd.row(0).transpose() - precision.diagonal().cwiseSqrt()), 1e-9 * largest(precision));
  }
}

TEST(BayesCore, LeavesTheErrorOfWhiteAndOfShapedNoise) {
  const Matrix sx = spiked(1);
  const Mixture prior = gaussian_prior(Vector::Zero(10), sx);
  EXPECT_NEAR(expected_error(prior, additive(1.87 * Matrix::Identity(10, 10))), 0.5441, 5e-5);
  EXPECT_NEAR(expected_error(prior, additive(0.5 * sx)), 0.5 / 1.5 * 3.74, 1e-10);  // 1.2467
}

TEST(BayesCore, ErrsByWhatItExpects) {
  constexpr Index n = 20'000;
  const Matrix sx = spiked(2), root = robust_cholesky(sx);
  const Matrix x = normals(n, 10, 3) * root.transpose(), y = x + std::sqrt(1.87) * normals(n, 10, 4);
  const Matrix found = posterior_mean(gaussian_prior(Vector::Zero(10), sx), additive(1.87 * Matrix::Identity(10, 10)), y);
  // Relative sd of a mean of squares: sqrt(2 sum v^2) / sum v with posterior variances v: below sqrt(2 / (3 n)).
  EXPECT_NEAR((found - x).squaredNorm() / (10 * n), 0.5441, 4.5 * 0.5441 * std::sqrt(2.0 / (3 * n)));
}

TEST(BayesCore, WithKnownAttributesIsConditioningOnThem) {
  // Independent route: given x_K the noise r_K = y_K - x_K is known too, so condition prior and noise on them and use BE-DR.
  const Matrix sx = spiked(5), sr = 0.5 * sx;
  for (const Index k : {1, 2, 4}) {
    const Index u = 10 - k;
    const auto conditional = [&](const Matrix& s) {
      return Matrix(s.bottomRightCorner(u, u) -
                    s.bottomLeftCorner(u, k) * testing::inverse(s.topLeftCorner(k, k)) * s.topRightCorner(k, u));
    };
    for (const Matrix& noise : {sr, Matrix(1.87 * Matrix::Identity(10, 10))}) {
      const Matrix p = conditional(sx), r = conditional(noise);
      const double expected = (p - p * testing::inverse(p + r) * p).trace() / 10;
      std::vector<Index> known(static_cast<std::size_t>(k));
      for (Index i = 0; i < k; ++i) known[static_cast<std::size_t>(i)] = i;
      const Affine channel = stack(additive(noise), known_attributes(known, 10));
      EXPECT_NEAR(expected_error(gaussian_prior(Vector::Zero(10), sx), channel), expected, 1e-5 * expected) << k;
    }
  }
}

TEST(BayesCore, FindsShapedNoiseWeakerOnceAttributesAreKnown) {
  // beyond.md 1.1: with equal power, shaped noise protects better while nothing is known and worse from some known attributes
  // on. Its table (k = 1: .435 / .656, k = 4: .285 / .113) is for one basis; means over bases (NumPy, 2000 of them): .445 /
  // .748 and .235 / .135, with standard deviations .036 / .116 and .037 / .073.
  double white[3] = {}, shaped[3] = {};
  constexpr int kBases = 100;
  const std::vector<Index> known[3] = {{}, {0}, {0, 1, 2, 3}};
  for (std::uint64_t seed = 0; seed < kBases; ++seed) {
    const Matrix sx = spiked(seed);
    const Mixture prior = gaussian_prior(Vector::Zero(10), sx);
    for (int i = 0; i < 3; ++i) {
      const Affine side = known_attributes(known[i], 10);
      white[i] += expected_error(prior, stack(additive(1.87 * Matrix::Identity(10, 10)), side)) / kBases;
      shaped[i] += expected_error(prior, stack(additive(0.5 * sx), side)) / kBases;
    }
  }
  EXPECT_LT(white[0], shaped[0]);
  EXPECT_GT(white[2], shaped[2]);
  EXPECT_NEAR(white[1], 0.445, 4 * 0.036 / 10);
  EXPECT_NEAR(shaped[1], 0.748, 4 * 0.116 / 10);
  EXPECT_NEAR(white[2], 0.235, 4 * 0.037 / 10);
  EXPECT_NEAR(shaped[2], 0.135, 4 * 0.073 / 10);
}

TEST(BayesCore, OfSeveralReleasesIsThatOfTheirAverage) {
  const Matrix sx = positive(4, 6), sr = positive(4, 7), y1 = normals(50, 4, 8), y2 = normals(50, 4, 9),
               y3 = normals(50, 4, 10);
  const Mixture prior = gaussian_prior(normals(4, 1, 11), sx);
  const Affine three = stack(stack(additive(sr), additive(sr)), additive(sr));
  Matrix together(50, 12);
  together << y1, y2, y3;
  EXPECT_LT(largest(posterior_mean(prior, three, together) - posterior_mean(prior, additive(sr / 3), (y1 + y2 + y3) / 3)),
            1e-9);
}

TEST(BayesCore, OfAKnownProjectionIsTheMinimumNormSolutionForAWhitePrior) {
  const Matrix r = normals(3, 6, 12), x = normals(20, 6, 13);
  const Affine channel{r, Vector::Zero(3), Matrix::Zero(3, 3)};
  const Matrix found = posterior_mean(gaussian_prior(Vector::Zero(6), Matrix::Identity(6, 6)), channel, x * r.transpose());
  const Matrix expected = x * r.transpose() * testing::inverse(r * r.transpose()) * r;
  EXPECT_LT(largest(found - expected), 1e-9);
}

TEST(BayesCore, TakesOffTheShiftOfTheChannel) {
  const Matrix sx = positive(3, 14), y = normals(10, 3, 15);
  Affine shifted = additive(Matrix::Identity(3, 3));
  shifted.shift = normals(3, 1, 16);
  const Mixture prior = gaussian_prior(Vector::Zero(3), sx);
  EXPECT_LT(largest(posterior_mean(prior, shifted, y.rowwise() + shifted.shift.transpose()) -
                    posterior_mean(prior, additive(Matrix::Identity(3, 3)), y)),
            1e-12);
}

Mixture two_clusters() {
  const Vector center = (Vector(4) << 3, 3, 0, 0).finished();
  const Matrix within = 0.25 * Matrix::Identity(4, 4);
  return {{0.5, 0.5}, {center, -center}, {within, within}, 0};
}

TEST(BayesCore, OfAMixtureIsBayesRuleOverItsComponents) {
  const Mixture prior{{0.3, 0.7}, {normals(2, 1, 17), normals(2, 1, 18)}, {positive(2, 19), positive(2, 20)}, 0};
  const Matrix noise = positive(2, 21), y = 2 * normals(2000, 2, 22);
  Matrix sd;
  const Matrix found = posterior_mean(prior, additive(noise), y, &sd);
  for (const Index i : {0, 1, 2, 1999}) {  // by summing over a grid of x
    double share = 0;
    Vector first = Vector::Zero(2), second = Vector::Zero(2);
    for (double a = -12; a < 12; a += 0.1)  // a sum over a smooth bell converges like exp(-1 / step^2)
      for (double b = -12; b < 12; b += 0.1) {
        const Vector x = (Vector(2) << a, b).finished(), r = y.row(i).transpose() - x;
        double p = 0;
        for (std::size_t j = 0; j < 2; ++j) {
          const Vector d = x - prior.mean[j];
          p += prior.weight[j] * std::exp(-0.5 * d.dot(testing::inverse(prior.covariance[j]) * d)) /
               std::sqrt(testing::determinant(prior.covariance[j]));
        }
        p *= std::exp(-0.5 * r.dot(testing::inverse(noise) * r));
        share += p;
        first += p * x;
        second += p * x.cwiseAbs2();
      }
    EXPECT_LT((found.row(i).transpose() - first / share).norm(), 1e-6);
    EXPECT_LT((sd.row(i).transpose().cwiseAbs2() - second / share + (first / share).cwiseAbs2()).norm(), 1e-5);
  }
}

TEST(BayesCore, OfEqualComponentsIsThatOfOne) {
  const Matrix sx = positive(3, 23), y = normals(1500, 3, 24);
  const Vector mu = normals(3, 1, 25);
  const Mixture twice{{0.4, 0.6}, {mu, mu}, {sx, sx}, 0};
  Matrix sd_one, sd_two;
  const Affine channel = additive(Matrix::Identity(3, 3));
  EXPECT_LT(largest(posterior_mean(gaussian_prior(mu, sx), channel, y, &sd_one) - posterior_mean(twice, channel, y, &sd_two)),
            1e-12);
  EXPECT_LT(largest(sd_one - sd_two), 1e-12);
}

TEST(BayesCore, WithTheTrueMixtureBeatsTheGaussianOnTwoClusters) {
  // beyond.md 1.1: nMSE .844 raw, .214 BE-DR, .105 with a fitted mixture. With the true one it is exactly the error within the
  // clusters, .25 4 / 4.25 for each attribute, plus the posterior variance of the cluster: its two guesses lie 2 sqrt(18) 4
  // / 4.25 apart, and the log odds are 2 sqrt(18) t / 4.25 for t ~ N(sqrt(18), 4.25) along the line of centres.
  double doubt = 0;  // E[r (1 - r)]
  const double center = std::sqrt(18.0), spread = std::sqrt(4.25);
  for (double z = -8; z < 8; z += 0.001) {
    const double odds = std::exp(2 * center * (center + spread * z) / 4.25);
    doubt += 0.001 * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) * odds / square(1 + odds);
  }
  const double expected = (4 * 0.25 * 4 / 4.25 + square(2 * center * 4 / 4.25) * doubt) / 19;
  constexpr Index n = 20'000;
  Matrix x = 0.5 * normals(n, 4, 26);
  for (Index i = 0; i < n; ++i) x.row(i) += two_clusters().mean[static_cast<std::size_t>(i % 2)];
  const Matrix y = x + 2 * normals(n, 4, 27);
  const Affine channel = additive(4 * Matrix::Identity(4, 4));
  Matrix covariance = 0.25 * Matrix::Identity(4, 4);
  covariance.topLeftCorner(2, 2).array() += 9;
  const auto score = [&](const Matrix& guess) { return (guess - x).squaredNorm() / (19.0 * n); };
  EXPECT_NEAR(score(y), 16 / 19.0, 0.01);
  EXPECT_NEAR(score(posterior_mean(gaussian_prior(Vector::Zero(4), covariance), channel, y)), 0.21, 0.005);
  Matrix sd;
  const double mixture = score(posterior_mean(two_clusters(), channel, y, &sd));
  EXPECT_NEAR(mixture, expected, 0.004);
  EXPECT_NEAR(expected, 0.10, 0.002);
  EXPECT_NEAR(sd.squaredNorm() / (19.0 * n), mixture, 0.004);
}

TEST(BayesCore, SurvivesSingularPriorsNoiseAndScales) {
  Matrix sx = Matrix::Zero(3, 3);
  sx(0, 0) = 1e12;
  sx(1, 1) = 1e-6;  // the third attribute is constant
  Matrix sr = Matrix::Zero(3, 3);
  sr(0, 0) = 1e12;
  sr(1, 1) = 1e-6;
  const Vector mu = (Vector(3) << 1e6, 0, 7).finished();
  const Matrix y = (Matrix(1, 3) << 3e6, 0.002, 7).finished();
  Matrix sd;
  const Matrix found = posterior_mean(gaussian_prior(mu, sx), additive(sr), y, &sd);
  EXPECT_NEAR(found(0, 0), 2e6, 1e-2);
  EXPECT_NEAR(found(0, 1), 0.001, 1e-9);
  EXPECT_NEAR(found(0, 2), 7, 1e-12);
  EXPECT_TRUE(sd.allFinite());
  const Matrix nothing = posterior_mean(gaussian_prior(mu, Matrix::Zero(3, 3)), additive(Matrix::Zero(3, 3)), y);
  EXPECT_LT(largest(nothing.row(0) - mu.transpose()), 1e-9);
}

TEST(RobustCholesky, IsTheFactorOfRegularMatrices) {
  const Matrix a = positive(6, 28), lower = robust_cholesky(a);
  EXPECT_LT(largest(lower * lower.transpose() - a), 1e-12 * largest(a));
  EXPECT_EQ(Matrix(lower.triangularView<Eigen::StrictlyUpper>()), Matrix(Matrix::Zero(6, 6)));
}

TEST(RobustCholesky, RaisesSingularOnesByABillionth) {
  const Matrix ones = Matrix::Ones(4, 4), lower = robust_cholesky(ones);
  EXPECT_LT(largest(lower * lower.transpose() - ones), 1.1e-9);
  EXPECT_GT(lower.diagonal().minCoeff(), 0);
}

}  // namespace bayes_core_test
}  // namespace guise::stats
