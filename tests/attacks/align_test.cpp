// SPDX-License-Identifier: Apache-2.0
// Alignment of principal axes with a sample of other people: beyond section 1.7.
#include <gtest/gtest.h>

#include "attacks/principal_axes.h"
#include "linalg/spectrum.h"
#include "population_data.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace align_test {

using namespace testing;
using random::Rng;

/// Skewed sources of falling size along axes that are not the attributes'.
Matrix people(Index rows, Index m, std::uint64_t seed, double falling = 0.75) {
  Vector size(m);
  for (Index j = 0; j < m; ++j) size[j] = 10 * std::pow(falling, static_cast<double>(j));
  return (skewed(rows, m, seed) * size.asDiagonal() * random::haar_orthogonal(m, Rng::from_seed(99))).array() + 5;
}

Matrix rotation(Index m, std::uint64_t seed) {
  return random::haar_orthogonal(m, Rng::from_seed(seed).fork("secret"));
}

bool has_note(const Outcome& outcome, const std::string& start) {
  const auto& notes = outcome.reconstruction->notes;
  return std::any_of(notes.begin(), notes.end(), [&](const std::string& note) { return note.starts_with(start); });
}

/// The least error over all signs of the axes, by someone who can compare with the truth.
double oracle(const Matrix& x, const Matrix& released, const Matrix& sample) {
  const stats::Moments s = stats::moments_of(sample), u = stats::moments_of(released);
  const Matrix qs = linalg::symmetric_spectrum(s.covariance()).vectors, qu = linalg::symmetric_spectrum(u.covariance()).vectors;
  const Index m = x.cols();
  double best = 1e300;
  for (int code = 0; code < 1 << m; ++code) {
    Vector signs(m);
    for (Index j = 0; j < m; ++j) signs[j] = code >> j & 1 ? -1 : 1;
    const Matrix guess = ((released.rowwise() - u.mean().transpose()) * qu * signs.asDiagonal() * qs.transpose()).rowwise() +
                         s.mean().transpose();
    best = std::min(best, mean_square(guess - x));
  }
  return best;
}

// [V]: m = 8, skewed, 600 sample rows: nMSE .013, the same as the oracle over 2^8 signs.
TEST(AlignAttack, UndoesARotationAsWellAsAnyChoiceOfSigns) {
  const Matrix x = people(2000, 8, 1), sample = people(600, 8, 2), released = x * rotation(8, 1).transpose();
  const Matrix guess = reconstruct("align", released, population(sample)).values;
  EXPECT_LT(relative_errors(guess, x).mean(), 0.05);
  EXPECT_NEAR(mean_square(guess - x), oracle(x, released, sample), 1e-9);
}

TEST(AlignAttack, UndoesScaleAndTranslation) {
  const Matrix x = people(2000, 4, 3), sample = people(600, 4, 4);
  const Matrix released = (3.5 * x * rotation(4, 2).transpose()).array() - 1000;
  const Outcome outcome = learn_from("align", released, population(sample));
  EXPECT_TRUE(has_note(outcome, "the standard deviations of the release are 3."));
  EXPECT_LT(relative_errors(reconstruct("align", released, population(sample)).values, x).mean(), 0.05);
  EXPECT_FALSE(has_note(learn_from("align", x * rotation(4, 2).transpose(), population(sample)),
                        "the standard deviations of the release are"));
}

/// Of 20 columns the first 8 principal scores, shifted by what the owner takes off: a guess is as good as these scores are, but
/// for the angles of the sample's axes.
TEST(AlignAttack, ReadsPrincipalScores) {
  const Matrix x = people(3000, 20, 11), sample = people(3000, 20, 12);
  const stats::Moments all = stats::moments_of(x);
  const Matrix axes = linalg::symmetric_spectrum(all.covariance()).vectors.leftCols(8);
  const Matrix scores = (x.rowwise() - all.mean().transpose()) * axes;
  const double least = relative_errors((scores * axes.transpose()).rowwise() + all.mean().transpose(), x).mean();
  const Vector sd = scores.colwise().norm() / std::sqrt(3000.0);
  for (const Matrix& released : {scores, Matrix(scores * sd.cwiseInverse().asDiagonal())}) {
    const Outcome outcome = learn_from("align", released, population(sample));
    EXPECT_TRUE(has_note(outcome, "released columns are taken for the first principal scores"));
    EXPECT_LT(relative_errors(reconstruct("align", released, population(sample)).values, x).mean(), least + 0.05);
  }
  const Matrix mixed = scores * rotation(8, 7);
  EXPECT_FALSE(learn_from("align", mixed, population(sample)).reconstruction) << "columns that correlate are no scores";
}

// Geometric perturbation: axes from the covariance behind the noise, then the Bayes estimate. The error left is that of the
// noise with the rotation known, mean of l s^2 / (l + s^2), and that of the alignment.
TEST(AlignAttack, TakesTheNoiseOff) {
  const double sd = 3;
  const Matrix x = people(20'000, 5, 5, 0.6), sample = people(20'000, 5, 6, 0.6);
  const Matrix released = x * rotation(5, 3).transpose() + noise(20'000, 5, sd, 1);
  Knowledge known = population(sample);
  const double blind = mean_square(reconstruct("align", released, known).values - x);
  known.noise_covariance = Matrix(sd * sd * Matrix::Identity(5, 5));
  const double told = mean_square(reconstruct("align", released, known).values - x);
  Vector variance(5);
  for (Index j = 0; j < 5; ++j) variance[j] = 100 * std::pow(0.36, static_cast<double>(j));
  const double theory = (variance.array() * 9 / (variance.array() + 9)).mean();
  EXPECT_GT(told, 0.95 * theory);
  EXPECT_LT(told, 1.15 * theory);
  EXPECT_GT(blind, 1.3 * told);
  // Four times as wide with four times the noise is the same release in other units.
  known.noise_covariance = Matrix(square(4 * sd) * Matrix::Identity(5, 5));
  EXPECT_NEAR(mean_square(reconstruct("align", 4 * released, known).values - x), told, 0.02 * told);
}

/// Each axis symmetric by itself, the signs of three of them shown by their product.
TEST(AlignAttack, FindsSignsOfSymmetricAxesByTheJointDistribution) {
  const auto table = [](Index rows, std::uint64_t seed) {
    Matrix z = random::gaussian_matrix(rows, 3, Rng::from_seed(seed));
    z.col(2) = z.col(2).cwiseAbs().array() * (z.col(0).array() * z.col(1).array()).sign();
    return Matrix(z * Eigen::Vector3d(5, 3, 1.5).asDiagonal() * random::haar_orthogonal(3, Rng::from_seed(7)));
  };
  const Matrix x = table(3000, 1), sample = table(1000, 2), released = x * rotation(3, 4).transpose();
  const Matrix guess = reconstruct("align", released, population(sample)).values;
  // The product of the three signs is settled; two of them can be wrong together. Either way |x| is recovered along each axis.
  EXPECT_TRUE(has_note(learn_from("align", released, population(sample)), "3 of 3 principal axes are nearly symmetric"));
  const Matrix q = linalg::symmetric_spectrum(stats::moments_of(x).covariance()).vectors;
  const Matrix truth = x * q, seen = guess * q;
  double product = 1;
  for (Index j = 0; j < 3; ++j) product *= correlation(truth.col(j), seen.col(j));
  EXPECT_GT(product, 0.9);
}

// Equal lengths: any turn of the axes is as likely as another, but the components inside are not normal.
TEST(AlignAttack, TurnsTiedAxesToTheirIndependentComponents) {
  const auto table = [](Index rows, std::uint64_t seed) {
    return Matrix(skewed(rows, 4, seed) * Eigen::Vector4d(6, 2, 2, 2).asDiagonal());
  };
  const Matrix x = table(5000, 1), sample = table(1000, 2), released = x * rotation(4, 5).transpose();
  const Outcome outcome = learn_from("align", released, population(sample));
  EXPECT_TRUE(has_note(outcome, "3 of 4 principal axes are so nearly as long as others"));
  EXPECT_TRUE(has_note(outcome, "turned 3 of them"));
  EXPECT_LT(relative_errors(reconstruct("align", released, population(sample)).values, x).mean(), 0.05);
}

TEST(PrincipalAxes, AreTurnedBySamplingAsAndersonSays) {
  const auto axes = [](double count) {
    return Axes{.center = Vector::Zero(3),
                .variance = Eigen::Vector3d(9, 4, 1),
                .vectors = Matrix::Identity(3, 3),
                .records = {},
                .count = count};
  };
  // Axis 1 of n samples: 36 / 25 + 9 / 64 over n.
  EXPECT_NEAR(angular_errors(axes(100), axes(400))[0], std::sqrt((36.0 / 25 + 9.0 / 64) * (0.01 + 0.0025)), 1e-12);
  double turned = 0;
  constexpr int kTables = 300;
  for (std::uint64_t seed = 0; seed < kTables; ++seed) {
    const Matrix x = random::gaussian_matrix(200, 3, Rng::from_seed(seed)) * Eigen::Vector3d(3, 2, 1).asDiagonal();
    turned += 1 - square(linalg::symmetric_spectrum(stats::moments_of(x).covariance()).vectors(0, 0));  // sin^2 of the angle
  }
  const double expected = (36.0 / 25 + 9.0 / 64) / 200;
  EXPECT_NEAR(turned / kTables, expected, 5 * expected * std::sqrt(2.0 / kTables));
}

TEST(AlignAttack, SaysNothingWhereAxesDoNotSurvive) {
  const Matrix x = people(300, 3, 8);
  Knowledge known = population(x);
  EXPECT_EQ(learn_from("align", x.leftCols(2), known).reason,
            "the release has 2 columns and the originals 3: a projection does not keep their principal axes");
  known.matrix_law = MatrixLaw{.law = "gaussian", .rows = 3, .columns = 3};
  EXPECT_EQ(learn_from("align", x, known).reason, "the secret matrix is not a rotation and does not keep the principal axes");
  known.matrix_law->law = "orthonormal";
  EXPECT_TRUE(learn_from("align", x, known).reconstruction);
  known.sample = Matrix::Constant(10, 3, 1);
  EXPECT_EQ(learn_from("align", x, known).reason, "every attribute of the sample is constant");
}

/// Gaussians of falling size: mirrored along any axis they look the same, only their mean tells.
Matrix symmetric(Index rows, std::uint64_t seed, double away) {
  const Vector size = (Vector(6) << 8, 5, 3, 2, 1.2, 0.7).finished();
  const Matrix axes = random::haar_orthogonal(6, Rng::from_seed(98));
  const Matrix scores = random::gaussian_matrix(rows, 6, Rng::from_seed(seed)) * size.asDiagonal();
  return (scores.array() + away).matrix() * axes;
}

// Q mean(x) = mean(y) where nothing is added: the signs are then as good as an oracle's.
TEST(AlignAttack, ReadsSignsOffTheOriginWhereTheMaskKeepsIt) {
  for (const std::uint64_t seed : {71, 72, 73, 74}) {
    const Matrix x = symmetric(4000, seed, 4), sample = symmetric(2000, 100 + seed, 4);
    const Matrix released = x * rotation(6, seed).transpose();
    Knowledge known = population(sample);
    known.shape = MaskShape{};
    const Outcome outcome = learn_from("align", released, known);
    EXPECT_TRUE(has_note(outcome, "the mask keeps the origin: it settles the signs of 6 of 6"));
    const Matrix guess = reconstruct("align", released, known).values;
    EXPECT_NEAR(mean_square(guess - x), oracle(x, released, sample), 1e-9) << seed;
  }
}

TEST(AlignAttack, ReadsNothingOffAnOriginThatMayHaveMovedOrIsTheMean) {
  const Matrix x = symmetric(2000, 75, 4), sample = symmetric(1000, 175, 4), at = symmetric(2000, 76, 0);
  Knowledge known = population(sample);
  EXPECT_FALSE(has_note(learn_from("align", x * rotation(6, 75).transpose(), known), "the mask keeps"));
  known.shape = MaskShape{.shifted = true};
  EXPECT_FALSE(has_note(learn_from("align", x * rotation(6, 75).transpose(), known), "the mask keeps"));
  known = population(symmetric(1000, 176, 0));
  known.shape = MaskShape{};
  EXPECT_FALSE(has_note(learn_from("align", at * rotation(6, 76).transpose(), known), "the mask keeps"));
}

}  // namespace align_test
}  // namespace guise::attacks
