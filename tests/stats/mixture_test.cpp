// SPDX-License-Identifier: Apache-2.0
#include "stats/mixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "random/matrices.h"
#include "stats/bayes_core.h"
#include "stats/kmeans_start.h"
#include "stats/mixture_em.h"
#include "stats/moments.h"

namespace guise::stats {
namespace mixture_test {

using random::Rng;

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, Rng::from_seed(seed));
}

/// Two clusters at +-(3,3,0,0), sd .5 within (beyond.md 1.1).
Matrix two_clusters(Index n, std::uint64_t seed) {
  Matrix x = 0.5 * normals(n, 4, seed);
  for (Index i = 0; i < n; ++i) x.row(i).head(2).array() += i % 2 == 0 ? 3 : -3;
  return x;
}

linalg::Affine additive(const Matrix& noise) {
  return {Matrix::Identity(noise.rows(), noise.rows()), Vector::Zero(noise.rows()), noise};
}

void expect_sound(const Mixture& mixture, Index attributes) {
  double total = 0;
  ASSERT_FALSE(mixture.weight.empty());
  ASSERT_EQ(mixture.mean.size(), mixture.weight.size());
  ASSERT_EQ(mixture.covariance.size(), mixture.weight.size());
  for (std::size_t j = 0; j < mixture.weight.size(); ++j) {
    total += mixture.weight[j];
    EXPECT_GE(mixture.weight[j], 0);
    EXPECT_EQ(mixture.mean[j].size(), attributes);
    EXPECT_TRUE(mixture.mean[j].allFinite());
    EXPECT_TRUE(mixture.covariance[j].allFinite());
    EXPECT_LE((mixture.covariance[j] - mixture.covariance[j].transpose()).cwiseAbs().maxCoeff(),
              1e-12 * (1 + mixture.covariance[j].norm()));
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_TRUE(std::isfinite(mixture.log_likelihood));
}

TEST(FitMixture, FindsTwoClustersThroughNoiseAndTheirNumber) {
  constexpr Index n = 5000;
  const Matrix x = two_clusters(n, 1), noise = 4 * Matrix::Identity(4, 4), y = x + 2 * normals(n, 4, 2);
  const Mixture mixture = fit_mixture(y, noise, {}, Rng::from_seed(3));
  expect_sound(mixture, 4);
  ASSERT_EQ(mixture.weight.size(), 2u);
  const Vector center = (Vector(4) << 3, 3, 0, 0).finished();
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(mixture.weight[j], 0.5, 0.03);
    EXPECT_LT((mixture.mean[j] * (mixture.mean[j][0] > 0 ? 1 : -1) - center).cwiseAbs().maxCoeff(), 0.25);
    // A variance through noise: sd of S - 4 is about 4.25 sqrt(2 / 2500) = .12, more where clusters overlap.
    EXPECT_LT((mixture.covariance[j] - 0.25 * Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 0.7);
  }
  // beyond.md 1.1: nMSE .105 as a prior, .214 for one Gaussian.
  const double score = (posterior_mean(mixture, additive(noise), y) - x).squaredNorm() / (19.0 * n);
  EXPECT_LT(score, 0.115);
  EXPECT_GT(score, 0.095);
}

TEST(FitMixture, OfGaussianDataIsOneGaussian) {
  const Matrix x = normals(3000, 3, 4) * normals(3, 3, 5), y = x + normals(3000, 3, 6);
  const Mixture mixture = fit_mixture(y, Matrix::Identity(3, 3), {}, Rng::from_seed(7));
  ASSERT_EQ(mixture.weight.size(), 1u);
  const Moments truth = moments_of(x);
  EXPECT_LT((mixture.covariance[0] - truth.covariance()).norm(), 0.15 * truth.covariance().norm());
  EXPECT_LT((mixture.mean[0] - moments_of(y).mean()).norm(), 1e-9);
}

TEST(FitMixture, FindsFourClusters) {
  // With more and nearer clusters the least BIC may join none of these: distance 6 at noise sd 1.
  Matrix x = 0.3 * normals(4000, 2, 8);
  for (Index i = 0; i < 4000; ++i) {
    x(i, 0) += i % 2 == 0 ? 3 : -3;
    x(i, 1) += i / 2 % 2 == 0 ? 3 : -3;
  }
  const Mixture mixture = fit_mixture(x + normals(4000, 2, 9), Matrix::Identity(2, 2), {}, Rng::from_seed(10));
  EXPECT_EQ(mixture.weight.size(), 4u);
}

TEST(FitMixture, GivesTheSameAnswerForTheSameGenerator) {
  const Matrix y = two_clusters(2000, 11) + normals(2000, 4, 12);
  const Mixture a = fit_mixture(y, Matrix::Identity(4, 4), {}, Rng::from_seed(13)),
                b = fit_mixture(y, Matrix::Identity(4, 4), {}, Rng::from_seed(13));
  ASSERT_EQ(a.weight, b.weight);
  for (std::size_t j = 0; j < a.weight.size(); ++j) {
    EXPECT_EQ(a.mean[j], b.mean[j]);
    EXPECT_EQ(a.covariance[j], b.covariance[j]);
  }
}

TEST(FitMixture, SurvivesDegenerateTables) {
  const Matrix constant = Matrix::Constant(50, 3, 7), one = normals(1, 3, 14), few = normals(4, 3, 15);
  Matrix half = normals(60, 3, 16);
  half.col(1).setConstant(2);
  Matrix twice = normals(40, 3, 17);
  twice.col(2) = twice.col(0);
  for (const Matrix& table :
       {constant, one, few, half, twice, Matrix(1e150 * normals(50, 3, 18)), Matrix(1e-150 * normals(50, 3, 19))})
    for (const double noise : {0.0, 1.0})
      for (const int components : {0, 1, 5}) {
        const Mixture mixture =
            fit_mixture(table, noise * Matrix::Identity(3, 3), {.components = components}, Rng::from_seed(20));
        expect_sound(mixture, 3);
        EXPECT_TRUE(posterior_mean(mixture, additive(noise * Matrix::Identity(3, 3)), table).allFinite());
      }
}

TEST(FitMixture, KeepsAttributesOfSmallScale) {
  Matrix x = two_clusters(3000, 21).leftCols(2);
  x.col(0) *= 1e6;
  Matrix noise = Matrix::Identity(2, 2), y = x + normals(3000, 2, 22) * (Vector(2) << 1e6, 1).finished().asDiagonal();
  noise(0, 0) = 1e12;
  const Mixture mixture = fit_mixture(y, noise, {.components = 2}, Rng::from_seed(23));
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(mixture.covariance[j](1, 1), 0.25, 0.2);
}

TEST(FitMixture, RefusesWhatIsNoTableOrNoCovariance) {
  EXPECT_THROW(fit_mixture(Matrix(0, 3), Matrix::Identity(3, 3), {}, Rng::from_seed(1)), Error);
  EXPECT_THROW(fit_mixture(normals(5, 3, 1), Matrix::Identity(2, 2), {}, Rng::from_seed(1)), Error);
}

TEST(RunEm, NeverLowersTheLikelihoodByMoreThanItsFloor) {
  const Matrix y = two_clusters(1500, 24) + 1.5 * normals(1500, 4, 25), noise = 2.25 * Matrix::Identity(4, 4);
  const Matrix covariance = debiased(moments_of(y).covariance(), noise);
  Mixture mixture{{0.5, 0.5}, {y.row(0), y.row(1)}, {covariance, covariance}, 0};
  double before = mean_log_likelihood(mixture, y, noise);
  for (int i = 0; i < 30; ++i) {
    mixture = run_em(y, noise, mixture, 1);
    EXPECT_GT(mixture.log_likelihood, before - 1e-4);
    before = mixture.log_likelihood;
  }
}

TEST(Debiased, TakesTheNoiseOffAndStaysPositive) {
  Matrix covariance = Matrix::Identity(3, 3), noise = Matrix::Identity(3, 3);
  covariance.diagonal() << 5, 3, 1;
  noise.diagonal() << 1, 1, 2;
  const Matrix found = debiased(covariance, noise);
  // The floor is a thousandth of the variance that is left.
  EXPECT_NEAR(found(0, 0), 4 * 1.001, 1e-6);
  EXPECT_NEAR(found(1, 1), 2 * 1.001, 1e-6);
  EXPECT_NEAR(found(2, 2), 0, 1e-6);
}

TEST(Debiased, MaximisesTheLikelihoodAmongPositiveCovariances) {
  const Matrix y = normals(200, 3, 26), noise = 0.8 * Matrix::Identity(3, 3);
  const auto likelihood = [&](const Matrix& s) {
    return mean_log_likelihood({{1.0}, {moments_of(y).mean()}, {s}, 0}, y, noise);
  };
  const Matrix covariance = moments_of(y).covariance() * (199.0 / 200);
  Matrix best = debiased(covariance, noise);
  best.diagonal() -= 1e-3 * (covariance.diagonal() - noise.diagonal()).cwiseMax(0);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Matrix step = 0.1 * normals(3, 3, 100 + seed);
    EXPECT_LE(likelihood(best + step * step.transpose()), likelihood(best) + 1e-9);
  }
}

TEST(KmeansStart, PutsOneCentreInEachOfWellSeparatedClusters) {
  const Matrix x = two_clusters(1000, 27);
  const Matrix centers = kmeans_start(x, 2, Rng::from_seed(28));
  ASSERT_EQ(centers.rows(), 2);
  EXPECT_NEAR(std::abs(centers(0, 0)), 3, 0.1);
  EXPECT_NEAR(centers(0, 0), -centers(1, 0), 0.1);
}

TEST(KmeansStart, GivesNoMoreCentresThanDifferentRecords) {
  Matrix x = Matrix::Constant(20, 2, 5);
  EXPECT_EQ(kmeans_start(x, 4, Rng::from_seed(29)).rows(), 1);
  x(7, 1) = 6;
  EXPECT_EQ(kmeans_start(x, 4, Rng::from_seed(30)).rows(), 2);
}

}  // namespace mixture_test
}  // namespace guise::stats
