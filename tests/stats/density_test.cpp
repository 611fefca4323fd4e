// SPDX-License-Identifier: Apache-2.0
#include "stats/density.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "stats/distances.h"
#include "stats/noise_law.h"

namespace guise::stats {
namespace density_test {

using random::Law;
using random::Rng;

Vector drawn(Index count, std::uint64_t seed, Law law = Law::gaussian, double sd = 1) {
  Vector out(count);
  random::fill_law(law, Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(count)});
  return sd * out;
}

Vector uniforms(Index count, std::uint64_t seed) {
  return drawn(count, seed, Law::uniform, 1 / std::sqrt(12.0)).array() + 0.5;
}

/// The triangular data of paper 001, section VII.B: the mean of two uniform numbers on [0, 1].
Vector triangular(Index count, std::uint64_t seed) {
  return 0.5 * (uniforms(count, seed) + uniforms(count, seed + 1000));
}

double triangular_cdf(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x);
}

Histogram histogram(const Vector& values) {
  Histogram out;
  out.add({values.data(), static_cast<std::size_t>(values.size())});
  return out;
}

template <typename Cdf>
double distance_to(const Density& density, const Cdf& cdf) {
  Vector truth(density.probability.size());
  for (Index g = 0; g < truth.size(); ++g) {
    const double low = density.low + static_cast<double>(g) * density.width;
    truth[g] = cdf(low + density.width) - cdf(low);
  }
  return total_variation(density.probability, truth);
}

double mean_square(const Vector& x) {
  return x.squaredNorm() / static_cast<double>(x.size());
}

TEST(ReconstructDensity, IsOneIterationOfTheUpdateOfAgrawalAndSrikantAfterOne) {
  // Against the update over single records, equation (2) of Agrawal and Srikant, with fine cells.
  const Vector x = triangular(2000, 1), y = x + drawn(2000, 2, Law::gaussian, 0.25);
  const Density found = reconstruct_density(histogram(y), Law::gaussian, 0.25, {.cells = 50, .iterations = 1});
  Vector expected = Vector::Zero(50);
  for (const double value : y) {
    Vector likelihood(50);
    for (Index g = 0; g < 50; ++g) {
      const double low = found.low + static_cast<double>(g) * found.width;
      likelihood[g] = noise_mass(Law::gaussian, 0.25, value - low - found.width, value - low).share;
    }
    expected += likelihood / likelihood.sum() / 2000;
  }
  EXPECT_NEAR(found.probability.sum(), 1, 1e-12);
  EXPECT_LT(total_variation(found.probability, expected), 1e-4);
}

TEST(ReconstructDensity, FindsTheTriangleOfPaper001) {
  // papers.md, 001: 40 cells, 200 iterations, total variation below .10 (perturbed data: .196).
  const Vector y = triangular(10'000, 3) + drawn(10'000, 4, Law::gaussian, 0.25);
  const Density found = reconstruct_density(histogram(y), Law::gaussian, 0.25, {.cells = 40, .iterations = 200});
  EXPECT_LT(distance_to(found, triangular_cdf), 0.10);
}

TEST(ReconstructDensity, IsBestAfterSomeIterationsAndOverfitsLater) {
  // Erratum 29. Mean over seeds; papers.md: .095 .044 .060 .080 after 5, 20, 100, 1000 iterations.
  double after5 = 0, after20 = 0, after1000 = 0, by_rule = 0, best = 0;
  constexpr int kSeeds = 10;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Histogram noisy = histogram(triangular(10'000, 10 + seed) + drawn(10'000, 30 + seed, Law::gaussian, 0.25));
    const auto distance = [&](int iterations) {
      return distance_to(reconstruct_density(noisy, Law::gaussian, 0.25, {.cells = 50, .iterations = iterations}),
                         triangular_cdf) /
             kSeeds;
    };
    after5 += distance(5);
    after20 += distance(20);
    after1000 += distance(1000);
    by_rule += distance(0);
    best += std::min({distance(10), distance(20), distance(30), distance(50)});
  }
  EXPECT_LT(after20, after5);
  EXPECT_GT(after1000, 1.4 * after20);
  EXPECT_LT(by_rule, 1.3 * best);
  EXPECT_LT(by_rule, 0.06);
}

TEST(ReconstructDensity, StopsNearTheBestIterationUnderEveryLaw) {
  // One least gain for all laws, .1 in log-likelihood, ended at 1.2, 4.7 and 2.2 times the best total variation here.
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) {
    double by_rule = 0, best = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const Histogram noisy = histogram(triangular(3000, 100 + seed) + drawn(3000, 200 + seed, law, 0.1));
      const auto distance = [&](int iterations) {
        return distance_to(reconstruct_density(noisy, law, 0.1, {.iterations = iterations}), triangular_cdf);
      };
      by_rule += distance(0);
      best += std::min({distance(2), distance(3), distance(5), distance(8), distance(12)});
    }
    EXPECT_LT(by_rule, 1.6 * best) << static_cast<int>(law);
  }
}

TEST(ReconstructDensity, TellsItsIterations) {
  const Histogram noisy = histogram(triangular(1000, 1) + drawn(1000, 2, Law::gaussian, 0.25));
  EXPECT_EQ(reconstruct_density(noisy, Law::gaussian, 0.25, {.iterations = 7}).iterations, 7);
  const int by_rule = reconstruct_density(noisy, Law::gaussian, 0.25).iterations;
  EXPECT_GT(by_rule, 1);
  const Density again = reconstruct_density(noisy, Law::gaussian, 0.25, {.iterations = by_rule});
  EXPECT_EQ(again.probability, reconstruct_density(noisy, Law::gaussian, 0.25).probability);
}

TEST(ReconstructDensity, WorksForEveryLaw) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) {
    const Vector y = triangular(20'000, 50) + drawn(20'000, 51, law, 0.2);
    EXPECT_LT(distance_to(reconstruct_density(histogram(y), law, 0.2), triangular_cdf), 0.08) << static_cast<int>(law);
  }
}

TEST(ReconstructDensity, OfTinyNoiseIsTheHistogramItself) {
  const Vector x = triangular(50'000, 60), y = x + drawn(50'000, 61, Law::gaussian, 1e-6);
  EXPECT_LT(distance_to(reconstruct_density(histogram(y), Law::gaussian, 1e-6, {.cells = 40}), triangular_cdf), 0.02);
}

TEST(ReconstructDensity, SurvivesConstantSingleAndHugeNumbers) {
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace})
    for (const Vector& y : {Vector(Vector::Constant(100, 5)), Vector(Vector::Constant(1, -3)), Vector(1e300 * drawn(50, 62)),
                            Vector(1e-300 * drawn(50, 63))})
      for (const double sd : {1e-3, 1.0, 1e290}) {
        const Density found = reconstruct_density(histogram(y), law, sd);
        ASSERT_TRUE(found.probability.allFinite());
        EXPECT_NEAR(found.probability.sum(), 1, 1e-9);
        Vector error;
        const Vector guess = posterior_mean(found, law, sd, y, &error);
        EXPECT_TRUE(guess.allFinite() && error.allFinite()) << static_cast<int>(law) << " " << sd << " " << y[0];
      }
}

TEST(ReconstructDensity, RefusesWhatCannotBe) {
  const Histogram some = histogram(drawn(10, 1));
  EXPECT_THROW(reconstruct_density(Histogram(), Law::gaussian, 1), Error);
  EXPECT_THROW(reconstruct_density(some, Law::gaussian, 0), Error);
  EXPECT_THROW(reconstruct_density(some, Law::gaussian, 1, {.cells = 0}), Error);
}

TEST(PosteriorMean, OfGaussianDataIsTheClosedFormWithinTwoPercent) {
  // papers.md, 002: AS .8071, closed form .8065, theory s^2 v / (s^2 + v) = .8.
  const Vector x = drawn(20'000, 70, Law::gaussian, 2), y = x + drawn(20'000, 71);
  const Density density = reconstruct_density(histogram(y), Law::gaussian, 1);
  const double found = mean_square(posterior_mean(density, Law::gaussian, 1, y) - x), closed = mean_square(0.8 * y - x);
  EXPECT_NEAR(closed, 0.8, 4 * 0.8 * std::sqrt(2.0 / 20'000));
  EXPECT_LT(found, 1.02 * closed);
}

TEST(PosteriorMean, OfTwoBellsBeatsTheGaussianForm) {
  // papers.md, 002: AS below .6 of the Gaussian form.
  const Vector sign = (uniforms(5000, 80).array() < 0.5).select(Vector::Constant(5000, -3), Vector::Constant(5000, 3));
  const Vector x = sign + drawn(5000, 81, Law::gaussian, 0.5), y = x + drawn(5000, 82, Law::gaussian, 1.5);
  const Density density = reconstruct_density(histogram(y), Law::gaussian, 1.5);
  const double gaussian = mean_square(9.25 / (9.25 + 2.25) * y - x);
  EXPECT_LT(mean_square(posterior_mean(density, Law::gaussian, 1.5, y) - x), 0.6 * gaussian);
}

TEST(PosteriorMean, IsTheIntegralOverTheCells) {
  const Density density{-1, 0.5, (Vector(4) << 0.1, 0.4, 0.0, 0.5).finished()};
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace})
    for (const double y : {-1.3, -0.2, 0.0, 0.9, 1.5}) {
      double share = 0, first = 0, second = 0;
      constexpr int kSteps = 40'000;  // midpoint rule
      for (int i = 0; i < 4 * kSteps; ++i) {
        const double x = -1 + 0.5 * (i + 0.5) / kSteps;
        const double w = density.probability[i / kSteps] * noise_density(law, 0.6, y - x);
        share += w;
        first += w * x;
        second += w * x * x;
      }
      Vector sd;
      const Vector found = posterior_mean(density, law, 0.6, Vector::Constant(1, y), &sd);
      EXPECT_NEAR(found[0], first / share, 1e-4);
      EXPECT_NEAR(sd[0], std::sqrt(second / share - square(first / share)), 1e-4);
    }
}

TEST(PosteriorMean, SatisfiesTweediesFormula) {
  // Gaussian noise, any density: E[x|y] = y + sd^2 d/dy log f(y), and its derivative is the posterior variance over sd^2.
  const Density density{0, 0.1, uniforms(30, 90) / uniforms(30, 90).sum()};
  const auto log_density = [&](double y) {
    double f = 0;
    for (Index g = 0; g < 30; ++g) {
      const double low = 0.1 * static_cast<double>(g);
      f += density.probability[g] * noise_mass(Law::gaussian, 0.4, y - low - 0.1, y - low).share / 0.1;
    }
    return std::log(f);
  };
  for (double y = -1; y < 4; y += 0.37) {
    constexpr double h = 1e-5;
    Vector sd;
    const Vector found = posterior_mean(density, Law::gaussian, 0.4, (Vector(3) << y, y - h, y + h).finished(), &sd);
    EXPECT_NEAR(found[0], y + 0.16 * (log_density(y + h) - log_density(y - h)) / (2 * h), 1e-7);
    EXPECT_NEAR((found[2] - found[1]) / (2 * h), sd[0] * sd[0] / 0.16, 1e-6);
  }
}

TEST(PosteriorMean, FallsBackToTheNearestCellWhereNoneIsPossible) {
  const Density density{0, 1, (Vector(3) << 0.5, 0, 0.5).finished()};
  Vector sd;
  const Vector y = (Vector(4) << 1e6, -1e6, 1.4, std::numeric_limits<double>::quiet_NaN()).finished();
  const Vector found = posterior_mean(density, Law::uniform, 0.1, y, &sd);
  EXPECT_EQ(found[0], 2.5);
  EXPECT_EQ(found[1], 0.5);
  EXPECT_EQ(found[2], 0.5);
  EXPECT_TRUE(found.allFinite() && sd.allFinite());
}

TEST(PosteriorMean, StaysNearTheObservationWhenCellsAreWiderThanTheNoise) {
  const Vector x = 1000 * uniforms(5000, 91), y = x + drawn(5000, 92);
  const Density density = reconstruct_density(histogram(y), Law::gaussian, 1);
  EXPECT_LT(mean_square(posterior_mean(density, Law::gaussian, 1, y) - x), 1.05);
}

}  // namespace density_test
}  // namespace guise::stats
