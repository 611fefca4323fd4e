// SPDX-License-Identifier: Apache-2.0
// Noise whose size depends on the value, against records drawn from the prior and weighted by how well they explain a release.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <functional>

#include "attacks/uneven_noise.h"
#include "spiked.h"

namespace guise::attacks {
namespace uneven_test {

using namespace testing;
using Size = std::function<double(double)>;

/// Standard deviations of originals of variance 1: small in the middle and large outside; proportional; the same for all.
double two_levels_of(double x) {
  return std::abs(x) > 1 ? 3 : 0.3;
}
double proportional(double x) {
  return 0.05 + std::abs(x);
}

/// Four columns of variance about 1 that move together.
Gaussians people(Index records, std::uint64_t seed) {
  return gaussians(records, Eigen::Vector4d(2.6, 1, 0.3, 0.1), seed);
}

Matrix released(const Matrix& x, const Size& size, std::uint64_t seed) {
  return x + x.unaryExpr(size).cwiseProduct(noise(x.rows(), x.cols(), 1, seed));
}

/// Fine steps of the size itself.
std::vector<VarianceTable> tables(const Size& size, Index columns) {
  VarianceTable table{.least = -5, .width = 0.05, .variance = Vector(202)};
  for (Index b = 0; b < 202; ++b) table.variance(b) = square(size(-5.025 + 0.05 * static_cast<double>(b)));
  return std::vector<VarianceTable>(static_cast<std::size_t>(columns), table);
}

/// E[x | y] by importance sampling: draws from the prior, weighted.
Vector weighted(const Vector& y, const Matrix& draws, const Size& size) {
  Vector log_weight(draws.rows());
  for (Index s = 0; s < draws.rows(); ++s) {
    double sum = 0;
    for (Index j = 0; j < y.size(); ++j) {
      const double sd = size(draws(s, j));
      sum -= square((y(j) - draws(s, j)) / sd) / 2 + std::log(sd);
    }
    log_weight(s) = sum;
  }
  const Vector weight = (log_weight.array() - log_weight.maxCoeff()).exp();
  return draws.transpose() * weight / weight.sum();
}

TEST(CellPosterior, HasTheMomentsOfAFineSum) {
  VarianceTable noise{.least = -1, .width = 0.5, .variance = Vector(6)};
  noise.variance << 4, 0.3, 0.01, 0.5, 2, 9;
  for (const double y : {-3.0, 0.1, 0.6, 4.0})
    for (const double variance : {0.04, 1.5}) {
      const CellPosterior cells = cells_of(noise, y, 0.2, variance);
      double weight = 0, first = 0, second = 0;
      for (double x = -9; x < 9; x += 1e-4) {
        const double v = noise.variance(noise.cell_of(x));
        const double density = std::exp(-square(x - 0.2) / (2 * variance) - square(y - x) / (2 * v)) / std::sqrt(v);
        weight += density, first += x * density, second += x * x * density;
      }
      const double mean = cells.weight.dot(cells.mean), power = cells.weight.dot(cells.variance + cells.mean.cwiseAbs2());
      EXPECT_NEAR(mean, first / weight, 1e-4) << y << ' ' << variance;
      EXPECT_NEAR(power, second / weight, 2e-4) << y << ' ' << variance;
    }
}

// The same noise for all values: expectation propagation is exact, and is the Bayes estimate.
TEST(UnevenPosterior, IsTheBayesEstimateWhereTheNoiseIsEven) {
  const Gaussians made = people(50, 1);
  const Matrix y = released(
      made.x, [](double) { return 0.7; }, 2);
  const UnevenPosterior posterior({Vector::Zero(4), made.covariance, tables([](double) { return 0.7; }, 4)});
  const Matrix total = made.covariance + 0.49 * Matrix::Identity(4, 4);
  for (Index i = 0; i < 50; ++i) {
    const Vector expected = made.covariance * total.ldlt().solve(y.row(i).transpose());
    EXPECT_LT((posterior.find(y.row(i).transpose()).mean - expected).norm(), 2e-3 * expected.norm() + 1e-3) << i;
  }
}

// … and where it is not it loses little of what the exact posterior mean recovers.
TEST(UnevenPosterior, ComesNearTheExactPosteriorMean) {
  const Gaussians made = people(10'150, 3);
  const Matrix x = made.x.topRows(150), draws = made.x.bottomRows(10'000);
  for (const Size& size : {Size(two_levels_of), Size(proportional)}) {
    const Matrix y = released(x, size, 5);
    const UnevenPosterior posterior({Vector::Zero(4), made.covariance, tables(size, 4)});
    Vector exact(y.rows()), more(y.rows());
    for (Index i = 0; i < y.rows(); ++i) {
      const Vector truth = x.row(i), best = weighted(y.row(i), draws, size), guess = posterior.find(y.row(i).transpose()).mean;
      exact(i) = (best - truth).squaredNorm();
      more(i) = (guess - truth).squaredNorm() - exact(i);
    }
    const double error = std::sqrt((more.array() - more.mean()).square().mean() / static_cast<double>(y.rows()));
    EXPECT_LT(more.mean(), 0.05 * exact.mean() + 3 * error);
  }
}

TEST(LearnUneven, FindsHowTheNoiseDependsOnTheValue) {
  const Gaussians made = people(600, 6);
  const Matrix y = released(made.x, two_levels_of, 7);
  const Vector average = made.x.unaryExpr([](double x) { return square(two_levels_of(x)); }).colwise().mean();
  for (const bool paired : {false, true}) {
    const std::optional<Pairs> pairs = paired ? std::optional(Pairs{made.x.topRows(150), y.topRows(150)}) : std::nullopt;
    const auto noise = learn_uneven(y, Vector::Zero(4), made.covariance, average, pairs);
    for (Index j = 0; j < 4; ++j) {
      const VarianceTable& table = noise[static_cast<std::size_t>(j)];
      EXPECT_LT(std::sqrt(table.variance(table.cell_of(0.1))), 0.9) << j;
      EXPECT_GT(std::sqrt(table.variance(table.cell_of(2.0))), 2.0) << j;
    }
  }
}

double left(const Matrix& guess, const Matrix& x) {
  return (guess - x).squaredNorm() / x.squaredNorm();
}

TEST(UnevenAttack, BeatsTheBayesEstimateWithOneSizeOfNoise) {
  const Gaussians all = people(1400, 8);
  const Matrix x = all.x.topRows(1000), y = released(x, two_levels_of, 9);
  Knowledge pairs;
  pairs.pairs = Pairs{x.topRows(150), y.topRows(150)};
  Knowledge sized = white_noise(4, 1);
  sized.noise_covariance = Matrix((y - x).colwise().squaredNorm().transpose().asDiagonal()) / 1000;
  Knowledge sample;
  sample.sample = all.x.bottomRows(400);
  const double even = left(reconstruct("bayes", y, sized).values, x);
  // With the true sizes and moments nothing is left to learn: a third of that gain at least.
  const UnevenPosterior posterior({Vector::Zero(4), all.covariance, tables(two_levels_of, 4)});
  Matrix best(x.rows(), 4);
  for (Index i = 0; i < x.rows(); ++i) best.row(i) = posterior.find(y.row(i).transpose()).mean.transpose();
  ASSERT_LT(left(best, x), 0.95 * even);
  for (const Knowledge& known : {pairs, sized, sample})
    EXPECT_LT(left(reconstruct("uneven", y, known).values, x), (2 * even + left(best, x)) / 3);
}

TEST(UnevenAttack, SaysNothingWhereTheNoiseIsEvenOrUnknown) {
  const Gaussians made = people(800, 11);
  const Matrix y = released(
      made.x, [](double) { return 0.8; }, 12);
  EXPECT_NE(learn_from("uneven", y, white_noise(4, 0.8)).reason.find("about the same for all values"), std::string::npos);
  EXPECT_NE(learn_from("uneven", y, {}).reason.find("how large the noise is"), std::string::npos);
  Knowledge card = white_noise(4, 0.8);
  card.shape = MaskShape{};
  EXPECT_NE(learn_from("uneven", y, card).reason.find("the card says"), std::string::npos);
}

}  // namespace uneven_test
}  // namespace guise::attacks
