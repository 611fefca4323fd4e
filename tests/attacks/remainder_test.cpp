// SPDX-License-Identifier: Apache-2.0
// `remainder`: some attributes of every record are known, the others are turned among themselves.
#include <gtest/gtest.h>

#include "base/error.h"
#include "mixed.h"
#include "random/laws.h"
#include "stats/moments.h"

namespace guise::attacks::testing {
namespace remainder_test {

constexpr Index kRecords = 4000, kAttributes = 5;

/// Correlated records far from the origin, of unlike spread.
Matrix originals(std::uint64_t seed = 1) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix mixing = random::gaussian_matrix(kAttributes, kAttributes, random::Rng::from_seed(9));
  const Vector spread = Vector::LinSpaced(kAttributes, 1, 5);
  const Matrix x = random::gaussian_matrix(kRecords, kAttributes, rng) * mixing.transpose() * spread.asDiagonal();
  return x.rowwise() + Vector::LinSpaced(kAttributes, 10, 50).transpose();
}

Knowledge rotation_and(const std::vector<Index>& columns) {
  Knowledge known;
  known.mixed = true;
  known.attributes = kAttributes;
  known.shape = MaskShape{};
  known.matrix_law = MatrixLaw{.law = "haar", .rows = kAttributes, .columns = kAttributes};
  known.known_columns = columns;
  return known;
}

Knowledge with_moments(Knowledge known, const Matrix& records) {
  const stats::Moments moments = stats::moments_of(records);
  known.prior_mean = moments.mean();
  known.prior_covariance = moments.covariance();
  return known;
}

Guess attack(const Matrix& x, const Matrix& y, const Knowledge& known, bool want_sd = false) {
  return reconstruct("remainder", y, known, x(Eigen::all, known.known_columns), {}, random::Rng::from_seed(0), want_sd);
}

std::string refusal(const Matrix& x, const Matrix& y, const Knowledge& known) {
  try {
    attack(x, y, known);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Matrix rotated(const Matrix& x) {
  return x * secret_rotation(kAttributes, 4).transpose();
}

TEST(Remainder, OfOneAttributeIsThatAttributeButForItsDirection) {
  const Matrix x = originals(), y = rotated(x);
  const Matrix guess = attack(x, y, rotation_and({4, 0, 2, 1})).values;
  EXPECT_LT(std::min((guess - x).col(3).cwiseAbs().maxCoeff(), (guess + x).col(3).cwiseAbs().maxCoeff()), 1e-8);
  EXPECT_EQ(guess.col(4), x.col(4));
}

TEST(Remainder, OfATranslatedReleaseIsOffByAConstantToo) {
  const Matrix x = originals(), y = rotated(x).rowwise() + Vector::LinSpaced(kAttributes, -7, 9).transpose();
  Knowledge known = rotation_and({4, 0, 2, 1});
  known.shape->shifted = true;
  const Vector guess = attack(x, y, known).values.col(3), truth = x.col(3).array() - x.col(3).mean();
  EXPECT_LT(std::min((guess - truth).cwiseAbs().maxCoeff(), (guess + truth).cwiseAbs().maxCoeff()), 1e-8);
  EXPECT_LT((attack(x, y, with_moments(known, x)).values - x).cwiseAbs().maxCoeff(), 1e-8);
}

/// With the covariance of the originals themselves the turn is exact, as long as the known attributes show every direction.
TEST(Remainder, IsTurnedBackByWhatTheKnownAttributesTellOfTheOthers) {
  const Matrix x = originals(), y = rotated(x);
  for (const std::vector<Index>& columns : {std::vector<Index>{0, 1, 2, 3}, {1, 3, 4}, {2, 0, 1}})
    EXPECT_LT((attack(x, y, with_moments(rotation_and(columns), x)).values - x).cwiseAbs().maxCoeff(), 1e-7);
}

/// Other people's moments are off by a share of 1/sqrt(n), and the directions with them.
TEST(Remainder, IsNearlyTurnedBackByOtherPeoplesMoments) {
  const Matrix x = originals(), y = rotated(x);
  EXPECT_LT(normalized_error(attack(x, y, with_moments(rotation_and({1, 3, 4}), originals(2))).values, x, 0), 0.02);
}

/// One known attribute shows one direction; the rest is no worse than what that attribute tells without the release.
TEST(Remainder, GuessesDirectionsThatAreNotShownFromTheKnownAttributes) {
  const Matrix x = originals(), y = rotated(x);
  const Knowledge known = with_moments(rotation_and({2}), x);
  const Matrix centred = x.rowwise() - x.colwise().mean();
  const Vector slope = centred.transpose() * centred.col(2) / centred.col(2).squaredNorm();
  const Matrix regressed = (centred.col(2) * slope.transpose()).rowwise() + x.colwise().mean();
  const double without = normalized_error(regressed, x, 0), with = normalized_error(attack(x, y, known).values, x, 0);
  EXPECT_LT(with, 0.9 * without);
}

/// Behind noise the directions are estimates, in the covariance of 4000 records: it loses to who knows the rotation, but
/// not by as much again.
TEST(Remainder, ComesNearTheInsiderBehindNoise) {
  const Matrix x = originals(), q = secret_rotation(kAttributes, 4);
  const Matrix noise = random::gaussian_matrix(kRecords, kAttributes, random::Rng::from_seed(7));
  Knowledge known = with_moments(rotation_and({1, 3, 4}), x), insider = known;
  for (const double sd : {0.05, 0.1, 0.5}) {
    const Matrix y = x * q.transpose() + sd * noise;
    known.noise_covariance = square(sd) * Matrix::Identity(kAttributes, kAttributes);
    insider.channel = linalg::Affine{q, Vector::Zero(kAttributes), *known.noise_covariance};
    const double found = normalized_error(attack(x, y, known).values, x, 0);
    const double least = normalized_error(reconstruct("bayes", y, insider, x(Eigen::all, known.known_columns)).values, x, 0);
    EXPECT_LT(found, 2 * least) << sd;
  }
}

TEST(Remainder, IsNotAssessedWhereNothingTellsWhatIsLeftOver) {
  const Matrix x = originals(), y = rotated(x);
  EXPECT_NE(refusal(x, y, rotation_and({0, 1, 2})).find("2 attributes are left over"), std::string::npos);
  EXPECT_NE(refusal(x, y, rotation_and({0, 1, 2, 3, 4})).find("none is left over"), std::string::npos);
  EXPECT_NE(refusal(x, 2 * y, rotation_and({0, 1, 2, 3})).find("a rotation keeps lengths"), std::string::npos);
  Knowledge scaled = rotation_and({0, 1, 2, 3});
  scaled.shape->rescaled = true;
  EXPECT_NE(refusal(x, y, scaled).find("secret factors"), std::string::npos);
  Knowledge own = rotation_and({0, 1, 2, 3});
  own.mixed = false;
  EXPECT_NE(refusal(x, x, own).find("the originals' own"), std::string::npos);
  EXPECT_NE(refusal(x, y.leftCols(3), rotation_and({0, 1})).find("3 columns"), std::string::npos);
}

}  // namespace remainder_test
}  // namespace guise::attacks::testing
