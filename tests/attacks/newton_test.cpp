// SPDX-License-Identifier: Apache-2.0
// The insider before a non-linear distortion: paper 003, whose section on privacy was never written.
#include <gtest/gtest.h>

#include <cmath>

#include "distorted.h"
#include "signals.h"
#include "support/dense.h"

namespace guise::attacks {
namespace newton_test {

using namespace testing;
using stats::Activation;

Matrix normals(Index records, Index attributes, std::uint64_t seed) {
  return random::gaussian_matrix(records, attributes, random::Rng::from_seed(seed).fork("records"));
}

double largest(const Matrix& difference) {
  return difference.cwiseAbs().maxCoeff();
}

Knowledge expecting(Knowledge known, const Vector& mean, const Matrix& covariance) {
  known.prior_mean = mean;
  known.prior_covariance = covariance;
  return known;
}

std::vector<std::string> notes_of(const Matrix& y, const Knowledge& known) {
  return learn(find_attack("newton"), gather(y, known), known, Params{}, random::Rng::from_seed(1)).reconstruction->notes;
}

TEST(NewtonAttack, UndoesEveryOneToOneDistortionWithAsManyOutputsAsUnits) {
  const Matrix x = normals(500, 5, 1).array() + 0.5;
  for (const Activation f : {Activation::tanh, Activation::sigmoid, Activation::identity})
    for (const Index hidden : {5, 12}) {
      const theory::Distortion law{.f = f, .hidden = hidden, .out = hidden + 3, .sw = 0.5};
      const stats::DistortionMap map = drawn(law, 5, 2);
      EXPECT_LT(largest(reconstruct("newton", released(map, x), insider(law, map)).values - x), 1e-9) << hidden;
      EXPECT_NE(notes_of(released(map, x), insider(law, map))[0].find("exact"), std::string::npos);
    }
}

TEST(NewtonAttack, SearchesWhereUnitsAreMoreThanOutputs) {
  const Matrix x = normals(300, 4, 3);
  for (const Activation f : {Activation::tanh, Activation::sigmoid, Activation::identity}) {
    const theory::Distortion law{.f = f, .hidden = 40, .out = 10, .sw = 0.5};
    const stats::DistortionMap map = drawn(law, 4, 4);
    const Matrix y = released(map, x);
    EXPECT_LT(largest(reconstruct("newton", y, insider(law, map)).values - x), 1e-9);
    EXPECT_EQ(notes_of(y, insider(law, map))[1],
              "of 200 records tried the search settled for 200, and 200 fit to the last digits");
  }
}

// Weights this large leave most units flat: undone one by one they have few digits, which least squares must not mix with good
// ones.
TEST(NewtonAttack, TakesUnitsNearTheirEndsForWhatTheyAreWorth) {
  const Matrix x = normals(300, 3, 5);
  const theory::Distortion law{.hidden = 30, .out = 30, .sw = 5};
  const stats::DistortionMap map = drawn(law, 3, 6);
  EXPECT_LT(largest(reconstruct("newton", released(map, x), insider(law, map)).values - x), 1e-6);
}

TEST(NewtonAttack, DoesNotDependOnUnits) {
  const Vector units = Eigen::Vector3d(1e6, 1, 1e-4);
  const Matrix x = normals(200, 3, 7) * units.asDiagonal();
  const theory::Distortion law{.hidden = 20, .out = 8};
  stats::DistortionMap map = drawn(law, 3, 8);
  map.w *= units.cwiseInverse().asDiagonal();
  const Matrix guess = reconstruct("newton", released(map, x), insider(law, map)).values;
  EXPECT_LT(largest((guess - x) * units.cwiseInverse().asDiagonal()), 1e-8);
}

/// The z of a fine grid with the least |y - F(x)|^2 / variance + |x - mean|^2 in the prior's metric, by looking at each.
Vector best_on_grid(const stats::DistortionMap& map, const Vector& y, double variance, const Vector& center, double reach,
                    const Vector& mean, const Matrix& precision) {
  constexpr Index kSide = 151;
  Matrix grid(kSide * kSide, 2);
  for (Index i = 0; i < kSide; ++i)
    for (Index j = 0; j < kSide; ++j)
      grid.row(i * kSide + j) << center(0) + reach * (2.0 * static_cast<double>(i) / (kSide - 1) - 1),
          center(1) + reach * (2.0 * static_cast<double>(j) / (kSide - 1) - 1);
  const Matrix away = grid.rowwise() - mean.transpose();
  const Vector objective = (released(map, grid).rowwise() - y.transpose()).rowwise().squaredNorm() / variance +
                           (away * precision).cwiseProduct(away).rowwise().sum();
  Index at = 0;
  objective.minCoeff(&at);
  return grid.row(at);
}

/// Coarse, then finer around the best.
Vector brute_force(const stats::DistortionMap& map, const Vector& y, double variance, const Vector& mean,
                   const Matrix& precision) {
  Vector at = mean;
  for (const double reach : {5.0, 0.2, 0.005}) at = best_on_grid(map, y, variance, at, reach, mean, precision);
  return at;
}

TEST(NewtonAttack, IsTheMostLikelyRecordBehindNoise) {
  const Vector mean = Eigen::Vector2d(0.3, -0.2);
  const Matrix covariance = (Matrix(2, 2) << 1, 0.5, 0.5, 0.8).finished();
  const Matrix x = (normals(12, 2, 9) * guise::testing::upper_root(covariance)).rowwise() + mean.transpose();
  for (const Index out : {1, 3}) {
    const theory::Distortion law{.hidden = 6, .out = out, .sw = 0.5};
    const stats::DistortionMap map = drawn(law, 2, 10);
    const Matrix y = released(map, x) + 0.3 * normals(12, out, 11);
    Knowledge known = expecting(insider(law, map), mean, covariance);
    known.noise_covariance = Matrix(0.09 * Matrix::Identity(out, out));
    const Matrix guess = reconstruct("newton", y, known).values;
    for (Index i = 0; i < 12; ++i)
      EXPECT_LT(largest(guess.row(i).transpose() - brute_force(map, y.row(i), 0.09, mean, guise::testing::inverse(covariance))),
                2e-4)
          << out << ", record " << i;
  }
}

// One number for two attributes: of the curve of records that fit, the one nearest to the mean.
TEST(NewtonAttack, IsTheMostLikelyOfTheRecordsThatFit) {
  const Vector mean = Eigen::Vector2d(0.3, -0.2);
  const Matrix covariance = (Matrix(2, 2) << 1, 0.5, 0.5, 0.8).finished(), precision = guise::testing::inverse(covariance);
  const Matrix x = (normals(400, 2, 12) * guise::testing::upper_root(covariance)).rowwise() + mean.transpose();
  const theory::Distortion law{.hidden = 6, .out = 1, .sw = 0.5};
  const stats::DistortionMap map = drawn(law, 2, 13);
  const Matrix y = released(map, x);
  const Matrix guess = reconstruct("newton", y, expecting(insider(law, map), mean, covariance)).values;
  EXPECT_LT(largest(released(map, guess) - y), 1e-5);
  const auto length = [&](const Vector& z) { return (z - mean).dot(precision * (z - mean)); };
  for (Index i = 0; i < 12; ++i) {
    const Vector other = brute_force(map, y.row(i), 1e-6, mean, precision);
    EXPECT_LT(length(guess.row(i)), length(other) + 1e-2) << i;
  }
  const double prior = mean_square(x.rowwise() - mean.transpose());
  EXPECT_LT(mean_square(guess - x), 0.8 * prior);
}

TEST(NewtonAttack, BeatsThePriorWithHalfAsManyOutputsAsAttributes) {
  const Matrix x = normals(120, 8, 14);
  for (const Activation f : {Activation::tanh, Activation::relu, Activation::clip, Activation::step}) {
    const theory::Distortion law{.f = f, .hidden = 30, .out = 4, .sw = 0.5, .sa = 0.5};
    const stats::DistortionMap map = drawn(law, 8, 15);
    const Matrix y = released(map, x);
    const Knowledge known = expecting(insider(law, map), Vector::Zero(8), Matrix::Identity(8, 8));
    // Four of eight directions at best.
    EXPECT_LT(mean_square(reconstruct("newton", y, known).values - x), 0.8);
  }
}

// A rectifier shows half of its units; with enough of them every record is exact.
TEST(NewtonAttack, UndoesRectifiersAndClipsWithManyUnits) {
  const Matrix x = normals(200, 4, 16);
  for (const Activation f : {Activation::relu, Activation::clip}) {
    const theory::Distortion law{.f = f, .hidden = 40, .out = 40, .sw = 0.5};
    const stats::DistortionMap map = drawn(law, 4, 17);
    const Knowledge known = expecting(insider(law, map), Vector::Zero(4), Matrix::Identity(4, 4));
    EXPECT_LT(largest(reconstruct("newton", released(map, x), known).values - x), 1e-9);
  }
}

TEST(NewtonAttack, MovesToTheSideThatEveryStepShows) {
  const Matrix x = normals(400, 3, 18);
  const theory::Distortion law{.f = Activation::step, .hidden = 40, .out = 40, .sw = 1, .sa = 0.7};
  const stats::DistortionMap map = drawn(law, 3, 19);
  const Matrix y = released(map, x);
  const Knowledge known = expecting(insider(law, map), Vector::Zero(3), Matrix::Identity(3, 3));
  const Matrix guess = reconstruct("newton", y, known).values;
  const Vector misses = (released(map, guess) - y).rowwise().norm();
  EXPECT_GE((misses.array() < 1e-9).count(), 396) << "on the same side of every hyperplane";
  EXPECT_LT(mean_square(guess - x), 0.1);
}

TEST(NewtonAttack, SaysWhatItNeedsWhereManyRecordsFit) {
  const theory::Distortion law{.hidden = 10, .out = 2};
  const stats::DistortionMap map = drawn(law, 4, 20);
  const Matrix y = released(map, normals(30, 4, 20));
  const Knowledge known = insider(law, map);
  const Outcome outcome = learn(find_attack("newton"), gather(y, known), known, Params{}, random::Rng::from_seed(1));
  EXPECT_FALSE(outcome.reconstruction);
  EXPECT_NE(outcome.reason.find("mean and covariance of the originals"), std::string::npos) << outcome.reason;
}

// x + n goes through the map exactly, so the guess is BE-DR: error S N / (S + N).
TEST(NewtonAttack, ShrinksNoiseFromBeforeTheDistortion) {
  const Matrix x = normals(4000, 3, 21), noisy = x + 0.5 * normals(4000, 3, 22);
  const theory::Distortion law{.hidden = 5, .out = 5, .sw = 0.3};
  const stats::DistortionMap map = drawn(law, 3, 23);
  Knowledge known = expecting(insider(law, map), Vector::Zero(3), Matrix::Identity(3, 3));
  known.distorted->before.covariance = 0.25 * Matrix::Identity(3, 3);
  // 12,000 squared errors of sd 0.2 sqrt(2).
  EXPECT_NEAR(mean_square(reconstruct("newton", released(map, noisy), known).values - x), 0.2,
              5 * 0.2 * std::sqrt(2.0 / 12000));
}

}  // namespace newton_test
}  // namespace guise::attacks
