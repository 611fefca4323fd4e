// SPDX-License-Identifier: Apache-2.0
// PCA-DR: theorems and experiments of paper 002, sections 5, 7 and 8.
#include <Eigen/Eigenvalues>

#include "base/error.h"
#include "spiked.h"
#include "support/dense.h"
#include "theory/reconstruction_error.h"

namespace guise::attacks {
namespace principal_test {

using namespace testing;

Matrix direct_projection(const Matrix& y, const Matrix& noise_covariance, Index kept) {
  const Matrix q = guise::testing::eigenpairs(plain_covariance(y) - noise_covariance).vectors.rightCols(kept);
  return ((y.rowwise() - y.colwise().mean()) * q * q.transpose()).rowwise() + y.colwise().mean();
}

TEST(PrincipalAttack, EqualsTheDirectComputationWithCorrelatedNoise) {
  const Matrix x = gaussians(1500, two_levels(8, 3, 90, 2), 1).x.array() + 7;
  const Matrix covariance = gaussians(2, two_levels(8, 4, 12, 1), 2).covariance;
  const Matrix y = x + noise(1500, 8, 1, 1) * linalg::square_root(covariance);
  EXPECT_LT(difference(reconstruct("principal(count=4)", y, correlated_noise(covariance)).values,
                       direct_projection(y, covariance, 4)),
            1e-9);
}

// Theorem 5.2: keeping p of m components leaves noise error sigma^2 p / m.
TEST(PrincipalAttack, NoiseErrorIsSigmaSquaredTimesKeptFraction) {
  constexpr Index n = 20'000, m = 10, p = 3;
  constexpr double sigma = 5;
  const Matrix x = gaussians(n, two_levels(m, p, 400, 0), 3).x;
  const Matrix guess = reconstruct("pca-dr(count=3)", x + noise(n, m, sigma, 3), white_noise(m, sigma)).values;
  const double expected = theory::principal_noise_error(sigma * sigma, p, m);
  const double standard_error = expected * std::sqrt(2.0 / (n * p));
  EXPECT_NEAR(mean_square(guess - x), expected, 5 * standard_error);
}

// Experiments 1 and 2 at n = 1000: within 10 % of theory with the true p, which the largest gap finds.
TEST(PrincipalAttack, FindsTheComponentsBehindTheNoiseByTheirGap) {
  for (const auto& [m, p] : {std::pair<Index, Index>{10, 5}, {40, 5}, {100, 5}, {100, 2}, {100, 20}, {100, 80}, {100, 100}}) {
    const Vector levels = experiment_levels(m, p);
    const Matrix x = gaussians(1000, levels, 4).x, y = x + noise(1000, m, 5, 4);
    const Outcome outcome = learn_from("principal", y, white_noise(m, 5));
    EXPECT_EQ(outcome.reconstruction->notes[0].substr(0, 12 + (p >= 10) + (p >= 100)),
              fmt::format("kept {} of {}", p, m).substr(0, 12 + (p >= 10) + (p >= 100)));
    const double expected = theory::principal_error(levels, 25, p);
    EXPECT_NEAR(mean_square(guess_by_windows(*outcome.reconstruction, y, 1000) - x), expected, 0.1 * expected) << m << " " << p;
  }
}

TEST(PrincipalAttack, ChoosesByTheShareOfVarianceLeftWithoutNoise) {
  const Matrix x = gaussians(50'000, Eigen::Vector4d(60, 30, 9, 1), 5).x, y = x + noise(50'000, 4, 3, 5);
  const auto kept = [&](const char* spec) {
    return learn_from(spec, y, white_noise(4, 3)).reconstruction->notes[0].substr(0, 6);
  };
  EXPECT_EQ(kept("principal(fraction=0.5)"), "kept 1");
  EXPECT_EQ(kept("principal(fraction=0.8)"), "kept 2");
  EXPECT_EQ(kept("principal(fraction=0.95)"), "kept 3");
  EXPECT_EQ(kept("principal(fraction=1)"), "kept 4");
}

// Means 0 … 19 cost 68.3 instead of 1.55 when they are left in.
TEST(PrincipalAttack, IsNotMovedByMeansNorByTheMeanOfTheNoise) {
  const Matrix x = gaussians(1000, experiment_levels(20, 2), 6).x, e = noise(1000, 20, 5, 6);
  const Vector means = Vector::LinSpaced(20, 0, 19);
  const double plain = error_of("principal(count=2)", x + e, white_noise(20, 5), x);
  Matrix moved = x.rowwise() + means.transpose();
  EXPECT_NEAR(error_of("principal(count=2)", moved + e, white_noise(20, 5), moved), plain, 1e-9 * plain);
  Knowledge known = white_noise(20, 5);
  known.noise_mean = means;
  EXPECT_NEAR(error_of("principal(count=2)", moved + e, known, x), plain, 1e-9 * plain);
}

// Figure 4: the more the noise resembles the data, the less PCA-DR finds (28.5 23.4 18.2 13.0 7.7), with the covariance of the
// noise solved from the release. Within 10 % of theory: the signal space is kept, so the noise inside of it stays.
// Paper 002, figure 4, with the covariance of the noise known. The reference values are means over seeds; theory (signal / 2 +
// 5) leaves out that the subtracted covariance is an estimate, which tells most where the noise is opposite to the data: 7.7
// against 6.25.
TEST(PrincipalAttack, FindsLessBehindNoiseLikeTheData) {
  const Gaussians data = gaussians(1000, two_levels(100, 50, 190, 10), 7);
  const linalg::Spectrum axes = linalg::symmetric_spectrum(data.covariance);
  double last = 1e9;
  for (const auto& [similarity, expected] : {std::pair{1.0, 28.5}, {0.5, 23.4}, {0.0, 18.2}, {-0.5, 13.0}, {-1.0, 7.7}}) {
    const double signal = 25 + 22.5 * similarity;
    const Matrix covariance = axes.vectors * two_levels(100, 50, signal, 50 - signal).asDiagonal() * axes.vectors.transpose();
    const Matrix y = data.x + noise(1000, 100, 1, 7) * linalg::square_root(covariance);
    const double error = error_of("principal(count=50)", y, correlated_noise(covariance), data.x);
    EXPECT_NEAR(error, expected, 0.06 * expected) << similarity;
    EXPECT_LT(error, last);
    last = error;
  }
}

TEST(PrincipalAttack, RefusesMoreComponentsThanAttributes) {
  EXPECT_THROW(reconstruct("principal(count=4)", Matrix::Random(20, 3), white_noise(3, 0.1)), Error);
  EXPECT_THROW(reconstruct("principal(count=2,fraction=0.5)", Matrix::Random(20, 3), white_noise(3, 0.1)), Error);
}

}  // namespace principal_test
}  // namespace guise::attacks
