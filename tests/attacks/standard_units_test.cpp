// SPDX-License-Identifier: Apache-2.0
// Masks that begin with units learnt from the data, before attackers who have moments of the originals and who have none.
#include "attacks/standard_units.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mixed.h"
#include "population_data.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace standard_units_test {

using namespace testing;
using random::Rng;

constexpr Index kAttributes = 5;

/// Skewed sources of falling size along axes that are not the attributes', which are in very different units.
Matrix people(Index rows, std::uint64_t seed) {
  Vector size(kAttributes), unit(kAttributes);
  size << 10, 7, 5, 3.5, 2.5;
  unit << 1, 0.3, 5, 2, 0.5;
  const Matrix mixed =
      skewed(rows, kAttributes, seed) * size.asDiagonal() * random::haar_orthogonal(kAttributes, Rng::from_seed(99));
  return (mixed * unit.asDiagonal()).array() + 50;
}

Matrix standardised(const Matrix& x) {
  const stats::Moments moments = stats::moments_of(x);
  return (x.rowwise() - moments.mean().transpose()) * moments.variance().cwiseSqrt().cwiseInverse().asDiagonal();
}

/// What the card of `standardize | STEP` tells, and the key of a matrix. Without `learnt` of STEP alone.
Knowledge carded(const char* step, const Matrix& matrix, bool learnt, bool insider = false) {
  Card card;
  for (Index j = 0; j < kAttributes; ++j) card.attributes.push_back(fmt::format("x{}", j));
  for (Index j = 0; j < matrix.rows(); ++j) card.columns.push_back(fmt::format("y{}", j));
  if (learnt) card.steps.push_back({.step = "standardize", .text = "standardize"});
  StepCard mix{.step = step, .text = step};
  mix.law = "gaussian";
  mix.outputs = matrix.rows();
  card.steps.push_back(mix);
  std::vector<stats::StepSecret> secrets(card.steps.size());
  if (insider)
    secrets.back().affine = linalg::Affine{matrix, Vector::Zero(matrix.rows()), Matrix::Zero(matrix.rows(), matrix.rows())};
  return knowledge_from(card, secrets).knowledge;
}

bool notes_units(const Outcome& outcome) {
  const auto& notes = outcome.reconstruction->notes;
  return std::any_of(notes.begin(), notes.end(),
                     [](const std::string& note) { return note.starts_with("guesses are in units of the standardised"); });
}

double error_of(const Matrix& guess, const Matrix& x) {
  return std::sqrt(relative_errors(guess, x).mean());
}

// The errors of 600 people: sqrt((kurtosis - 1) / 4 / 600) of the units, 4 to 8 % for these laws, beside those of the axes.
TEST(LearntUnits, AreNoProtectionFromASample) {
  const Matrix x = people(3000, 1), sample = people(600, 2), turn = secret_rotation(kAttributes, 1);
  const auto aligned = [&](const Matrix& y, bool learnt) {
    Knowledge known = carded("rotate", turn, learnt);
    known.sample = sample;
    return error_of(reconstruct("align", y, known).values, x);
  };
  const double plain = aligned(x * turn.transpose(), false), learnt = aligned(standardised(x) * turn.transpose(), true);
  EXPECT_LT(learnt, 1.5 * plain);
  EXPECT_LT(learnt, 0.3);
}

/// Public units before a secret rotation are the same to somebody with a sample, but exact.
TEST(LearntUnits, OnTheCardAreExact) {
  const Matrix x = people(3000, 1), turn = secret_rotation(kAttributes, 1), y = standardised(x) * turn.transpose();
  const stats::Moments moments = stats::moments_of(x);
  Knowledge known = carded("rotate", turn, true);
  known.learnt_units->center = moments.mean();
  known.learnt_units->scale = moments.variance().cwiseSqrt();
  known.pairs = Pairs{x.topRows(kAttributes), y.topRows(kAttributes)};
  EXPECT_LT(error_of(reconstruct("procrustes", y, known).values, x), 1e-9) << "a rotation in these units";
  known.sample = people(600, 2);
  EXPECT_LT(error_of(reconstruct("align", y, known).values, x), 0.3);
}

// The insider's map is off by the errors of the units, which add their square, below 1 % of the variance, to the 30 % and more
// that a projection to two of five columns hides.
TEST(LearntUnits, HideNextToNothingFromAnInsiderWithASample) {
  const Matrix x = people(3000, 3), sample = people(600, 4), z = standardised(x);
  const stats::Moments moments = stats::moments_of(x);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Matrix map = secret_projection(2, kAttributes, seed), y = z * map.transpose();
    Knowledge learnt = carded("project", map, true, true), open = learnt;
    learnt.sample = open.sample = sample;
    open.learnt_units.reset();  // as from a card with these constants on it
    const Matrix back = moments.variance().cwiseSqrt().cwiseInverse().asDiagonal();
    open.channel = linalg::Affine{map * back, -map * back * moments.mean(), Matrix::Zero(2, 2)};
    const double told = relative_errors(reconstruct("bayes", y, open).values, x).mean(),
                 found = relative_errors(reconstruct("bayes", y, learnt).values, x).mean();
    EXPECT_GT(told, 0.1);
    EXPECT_LT(found, 1.1 * told);
  }
}

/// What happens in these units is what somebody gets who standardises by hand; values and standard deviations come back.
TEST(LearntUnits, AreThoseOfStandardisingByHand) {
  const Matrix x = people(1000, 5), map = secret_projection(3, kAttributes, 5), y = standardised(x) * map.transpose();
  const stats::Moments moments = stats::moments_of(people(600, 6));
  const Vector scale = moments.covariance().diagonal().cwiseSqrt(), inverse = scale.cwiseInverse();
  Knowledge known = carded("project", map, true, true), by_hand = known;
  known.prior_mean = moments.mean();
  known.prior_covariance = moments.covariance();
  by_hand.learnt_units.reset();
  by_hand.prior_mean = Vector::Zero(kAttributes);
  by_hand.prior_covariance = inverse.asDiagonal() * moments.covariance() * inverse.asDiagonal();
  const auto guess = [&](const Knowledge& all, bool sd) { return reconstruct("bayes", y, all, {}, {}, Rng::from_seed(0), sd); };
  const Guess found = guess(known, true), wanted = guess(by_hand, true);
  const Matrix values = (wanted.values * scale.asDiagonal()).rowwise() + moments.mean().transpose();
  EXPECT_LT((found.values - values).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((guess(known, false).values - values).cwiseAbs().maxCoeff(), 1e-9) << "as a linear map";
  EXPECT_LT((*found.sd - *wanted.sd * scale.asDiagonal()).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(LearntUnits, AreNamedWhereTheyAreMissing) {
  const Matrix x = people(500, 7), turn = secret_rotation(kAttributes, 7), z = standardised(x);
  Knowledge insider = carded("rotate", turn, true, true);  // who reads the release through the inverse
  EXPECT_TRUE(notes_units(learn_from("inverse", z, insider)));
  EXPECT_LT((reconstruct("inverse", z, insider).values - z).cwiseAbs().maxCoeff(), 1e-9) << "as good as it can be";
  insider.sample = people(600, 8);
  EXPECT_FALSE(notes_units(learn_from("inverse", z, insider)));
  EXPECT_LT(error_of(reconstruct("inverse", z, insider).values, x), 0.2);
  EXPECT_FALSE(notes_units(learn_from("inverse", x, carded("rotate", turn, false, true))));

  Knowledge pairs = carded("rotate", turn, true);
  const Matrix y = z * turn.transpose();
  pairs.pairs = Pairs{x.topRows(7), y.topRows(7)};
  EXPECT_FALSE(notes_units(learn_from("regress", y, pairs))) << "pairs are in the originals' units";
  EXPECT_LT(error_of(reconstruct("regress", y, pairs).values, x), 1e-6);
  pairs.sample = people(600, 8);
  EXPECT_LT(error_of(reconstruct("regress", y, pairs).values, x), 1e-6);
  EXPECT_LT(error_of(reconstruct("procrustes", y, pairs).values, x), 1e-3) << "enough pairs know better than the sample";
}

/// As many pairs as columns: what they leave open of a matrix, a rotation in the right units settles.
TEST(LearntUnits, LetFewPairsTurnEverythingBack) {
  const Matrix x = people(3000, 9), turn = secret_rotation(kAttributes, 9), y = standardised(x) * turn.transpose();
  Knowledge known = carded("rotate", turn, true);
  known.pairs = Pairs{x.topRows(kAttributes), y.topRows(kAttributes)};
  known.sample = people(600, 10);
  EXPECT_LT(error_of(reconstruct("procrustes", y, known).values, x), 0.3);
}

/// Normal attributes in units of their own, which 1200 people tell to 2 %.
TEST(LearntUnits, AreAllowedForInDistances) {
  const Index m = 8;
  Vector unit(m);
  unit << 1, 20, 0.3, 5, 2, 0.5, 7, 100;
  const auto normal = [&](Index rows, std::uint64_t seed) {
    return Matrix((random::gaussian_matrix(rows, m, Rng::from_seed(seed)) * unit.asDiagonal()).array() + 50);
  };
  const Matrix x = normal(2000, 11), y = standardised(x) * secret_rotation(m, 11).transpose();
  Card card;
  for (Index j = 0; j < m; ++j) card.attributes.push_back(fmt::format("x{}", j)), card.columns.push_back(fmt::format("y{}", j));
  card.steps = {{.step = "standardize", .text = "standardize"}, {.step = "rotate", .text = "rotate"}};
  card.steps[1].outputs = m;
  Knowledge known = knowledge_from(card).knowledge;
  const std::vector<Index> who = {3, 100, 250, 400, 777, 999, 1200, 1500, 1750, 1999};
  known.records = x(who, Eigen::all);
  const Outcome without = learn_from("match", y, known);
  EXPECT_NE(without.advised().find("‘knows=sample=FILE’"), std::string::npos) << without.reason;
  known.sample = normal(1200, 12);
  const Outcome outcome = learn_from("match", y, known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  ASSERT_EQ(outcome.reconstruction->links.size(), who.size());
  for (std::size_t i = 0; i < who.size(); ++i) {
    EXPECT_EQ(outcome.reconstruction->links[i].released, who[i]);
    EXPECT_LT(outcome.reconstruction->links[i].distance, 4);
  }
  // Turned back as a motion, what is guessed is off by the errors of units and centres: 2 % and 3 %.
  EXPECT_LT(error_of(reconstruct("match", y, known).values, x), 0.1);
}

/// A column that is known of every record shows its own units, and is of use beside a release in units of its own.
TEST(LearntUnits, OfKnownColumnsAreExact) {
  const Matrix x = people(2000, 13), z = standardised(x), y = z + noise(2000, kAttributes, 0.5, 13);
  Knowledge known;
  known.attributes = kAttributes;
  known.noise_covariance = 0.25 * Matrix::Identity(kAttributes, kAttributes);
  known.known_columns = {2};
  const Matrix by_hand = reconstruct("bayes", y, known, z.col(2)).values;
  known.learnt_units.emplace();
  const Matrix found = reconstruct("bayes", y, known, x.col(2)).values;
  EXPECT_LT((found.col(2) - x.col(2)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((found - by_hand)(Eigen::all, {0, 1, 3, 4}).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace standard_units_test
}  // namespace guise::attacks
