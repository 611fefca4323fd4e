// SPDX-License-Identifier: Apache-2.0
// Known pairs against secret factors, constants and orders of columns. The truth is the table that was masked, by arithmetic.
#include <gtest/gtest.h>

#include <limits>

#include "attacks/column_fit.h"
#include "mixed.h"
#include "signals.h"
#include "support/dense.h"

namespace guise::attacks {
namespace rescale_test {

using namespace testing;

// From thousandths to millions: what is exact must be so in the smallest column too.
const Vector kSizes = (Vector(5) << 1e-3, 1, 7, 1e3, 1e6).finished();
const Vector kFactors = (Vector(5) << 0.5, 3e4, 0.7, 1e-5, 1.9).finished();
const Vector kConstants = (Vector(5) << 8, -3, 0.01, 5e5, -2e3).finished();
const std::vector<Index> kFrom = {3, 0, 4, 1, 2};  // released column j is attribute kFrom[j]

Matrix data(Index records, std::uint64_t seed) {
  const Matrix z = random::gaussian_matrix(records, 5, random::Rng::from_seed(seed));
  return (z.array() + 0.5).matrix() * kSizes.asDiagonal();
}

Matrix scaled(const Matrix& x) {
  return x * kFactors.asDiagonal();
}
Matrix scaled_and_moved(const Matrix& x) {
  return scaled(x).rowwise() + kConstants.transpose();
}

/// Share of the variance that rounding takes from released columns of that spread: ten times the square of 1e-16 of the
/// largest.
double rounding(const Matrix& y, const Vector& spread) {
  const Vector most = y.cwiseAbs().colwise().maxCoeff();
  return 10 * (std::numeric_limits<double>::epsilon() * most.cwiseQuotient(spread)).squaredNorm() / 5;
}

/// Who has the card of a mask of this shape, and the first pairs.
Knowledge carded(const Matrix& x, const Matrix& y, Index pairs, MaskShape shape, bool permuted = false) {
  Knowledge known;
  known.attributes = x.cols();
  known.shape = shape;
  known.mixed = permuted;
  if (permuted) known.matrix_law = MatrixLaw{.law = "permutation", .rows = x.cols(), .columns = x.cols()};
  known.pairs = Pairs{x.topRows(pairs), y.topRows(pairs)};
  return known;
}

TEST(RescaleAttack, UndoesFactorsWithOnePair) {
  const Matrix x = data(500, 1), y = scaled(x);
  EXPECT_LT(normalized_error("rescale", y, carded(x, y, 1, {.rescaled = true}), x), 1e-24);
}

TEST(RescaleAttack, UndoesConstantsWithOnePair) {
  const Matrix x = data(500, 2), y = x.rowwise() + kConstants.transpose();
  EXPECT_LT(normalized_error("rescale", y, carded(x, y, 1, {.shifted = true}), x), rounding(y, kSizes));
}

TEST(RescaleAttack, UndoesFactorsAndConstantsWithTwoPairsAndNotWithOne) {
  const Matrix x = data(500, 3), y = scaled_and_moved(x);
  const MaskShape shape{.rescaled = true, .shifted = true};
  EXPECT_LT(normalized_error("rescale", y, carded(x, y, 2, shape), x), rounding(y, kSizes.cwiseProduct(kFactors)));
  const Outcome one = learn_from("rescale", y, carded(x, y, 1, shape));
  EXPECT_FALSE(one.reconstruction);
  EXPECT_NE(one.reason.find("it takes two"), std::string::npos) << one.reason;
}

TEST(RescaleAttack, FindsTheOrderOfColumnsWithOnePairMore) {
  const Matrix x = data(500, 4);
  const Matrix order = x(Eigen::all, kFrom), factors = scaled(order), both = scaled_and_moved(order);
  EXPECT_LT(normalized_error("rescale", order, carded(x, order, 1, {}, true), x), 1e-24);
  EXPECT_LT(normalized_error("rescale", factors, carded(x, factors, 2, {.rescaled = true}, true), x), 1e-24);
  EXPECT_LT(normalized_error("rescale", both, carded(x, both, 3, {.rescaled = true, .shifted = true}, true), x),
            rounding(both, kSizes(kFrom).cwiseProduct(kFactors)));
  const Outcome one = learn_from("rescale", factors, carded(x, factors, 1, {.rescaled = true}, true));
  EXPECT_EQ(one.reason, "1 known pair leaves it open which column is which attribute");
}

TEST(RescaleAttack, FindsFarAwayColumnsToo) {
  const Matrix x = data(500, 5).rowwise() + 1e6 * kSizes.transpose(), y = scaled_and_moved(x(Eigen::all, kFrom));
  EXPECT_LT(normalized_error("rescale", y, carded(x, y, 3, {.rescaled = true, .shifted = true}, true), x),
            rounding(y, kSizes(kFrom).cwiseProduct(kFactors)));
}

TEST(RescaleAttack, SeesWithoutACardWhetherItHolds) {
  const Matrix x = data(500, 6);
  for (const Matrix& y : {scaled(x), Matrix(x.rowwise() + kConstants.transpose()), scaled_and_moved(x)}) {
    Knowledge known = carded(x, y, 4, {});
    known.shape.reset();
    EXPECT_LT(normalized_error("rescale", y, known, x), 1e-12);
  }
  const Matrix z = x * kSizes.cwiseInverse().asDiagonal(), turned = z * secret_rotation(5, 6).transpose();
  for (const bool mixed : {false, true}) {
    Knowledge known = rotated(z, turned, 12);
    known.matrix_law.reset();
    known.mixed = mixed;
    const Outcome outcome = learn_from("rescale", turned, known);
    EXPECT_FALSE(outcome.reconstruction) << mixed;
    EXPECT_NE(outcome.reason.find("not single attributes"), std::string::npos) << outcome.reason;
  }
}

TEST(RescaleAttack, SeesAnOrderWithoutACard) {
  const Matrix x = data(500, 7), y = scaled(x(Eigen::all, kFrom));
  Knowledge known = carded(x, y, 6, {}, true);
  known.shape.reset();
  known.matrix_law.reset();
  EXPECT_LT(normalized_error("rescale", y, known, x), 1e-20);
}

// Noise of variance v leaves a share v / (1 + v) of an attribute of variance 1 where everything else is known: the Wiener
// estimate. 1000 pairs know nearly everything else; two know so little that the error of their factors must count as noise.
TEST(RescaleAttack, TakesNoiseOffLikeTheBayesEstimate) {
  const Matrix x = random::gaussian_matrix(40'000, 5, random::Rng::from_seed(8));
  const Matrix e = random::gaussian_matrix(40'000, 5, random::Rng::from_seed(9));
  const Matrix y = scaled_and_moved(x) + 0.5 * e * kFactors.asDiagonal();
  Knowledge known = carded(x, y, 1000, {.rescaled = true, .shifted = true, .exact = false});
  known.noise_covariance = Matrix((0.25 * kFactors.cwiseAbs2()).asDiagonal());
  EXPECT_NEAR(normalized_error("rescale", y, known, x), 0.2, 0.01);
  double few = 0;
  for (Index first = 0; first < 40; first += 2) {
    known.pairs = Pairs{x.middleRows(first, 2), y.middleRows(first, 2)};
    few += normalized_error(reconstruct("rescale", y, known).values, x, 0) / 20;
  }
  EXPECT_LT(few, 2.1);  // the mean of two pairs has an error of 1.5; with the factors taken for exact it is 4
}

TEST(RescaleAttack, LeavesWrongPairsAside) {
  const Matrix x = data(300, 10), y = scaled_and_moved(x);
  Knowledge known = carded(x, y, 20, {.rescaled = true, .shifted = true});
  for (const Index i : {3, 8, 9, 15}) known.pairs->released.row(i) = y.row(100 + i);
  EXPECT_LT(normalized_error("rescale", y, known, x), 1e-12);
}

TEST(RescaleAttack, GuessesTheMeanOfWhatPairsDoNotShow) {
  const Matrix x = data(100, 11), y = scaled(x);
  Knowledge known = carded(x, y, 1, {.rescaled = true});
  known.pairs->originals(0, 2) = known.pairs->released(0, 2) = 0;
  const Matrix guess = reconstruct("rescale", y, known).values;
  EXPECT_TRUE((guess.col(2).array() == 0).all());
  EXPECT_LT((guess - x).col(1).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(
      learn_from("rescale", y, known).reconstruction->notes,
      (std::vector<std::string>{"factor of each column from 1 known pair", "1 of 5 attributes are guessed by their mean"}));
}

TEST(RescaleAttack, SaysNothingOfColumnsThatAreMixedOrTheOriginalsOwn) {
  const Matrix x = data(100, 12), y = x * secret_rotation(5, 12).transpose();
  EXPECT_EQ(learn_from("rescale", y, rotated(x, y, 20)).reason,
            "the secret matrix mixes attributes, and it takes columns for single ones");
  EXPECT_EQ(learn_from("rescale", x, carded(x, x, 20, {})).reason,
            "by the card columns have no secret factor, constant or order");
}

TEST(FitLine, IsTheLeastSquaresLineWherePairsAgree) {
  const Vector x = Vector::LinSpaced(9, -4, 4), off = (Vector(9) << 1, -1, 0, 1, -1, -1, 1, 0, 0).finished();
  // Sum of x * off is -4 + 3 + 0 - 1 + 0 - 1 + 2 = -1, of x^2 it is 60, and off sums to 0.
  const ColumnLine line = fit_line(x, Vector(2 * x + 0.01 * off).array() + 5, {});
  EXPECT_NEAR(line.factor, 2 - 0.01 / 60, 1e-12);
  EXPECT_NEAR(line.to - line.factor * line.from, 5, 1e-12);
  EXPECT_NEAR(line.error, 1.0 / 60, 1e-12);
}

}  // namespace rescale_test
}  // namespace guise::attacks
