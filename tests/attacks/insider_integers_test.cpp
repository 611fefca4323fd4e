// SPDX-License-Identifier: Apache-2.0
// Erratum 10: whole numbers behind a known matrix. papers.md, last table: every record of the German credit file exactly from
// two released columns and from one; with noise of .01 99.7 %, of .1 65 %.
#include <gtest/gtest.h>

#include <limits>

#include "attacks/whole_records.h"
#include "german.h"
#include "mixtures.h"
#include "support/dense.h"

namespace guise::attacks::testing {
namespace insider_integers_test {

/// Share of records that are right in every attribute.
double exact(const Matrix& guess, const Matrix& x) {
  return ((guess - x).array().abs() < 1e-6).rowwise().all().cast<double>().mean();
}

Knowledge german_insider(const Matrix& matrix, double noise_sd = 0) {
  Knowledge known = insider(matrix, german_mean(), german_covariance());
  known.channel->covariance = square(noise_sd) * Matrix::Identity(matrix.rows(), matrix.rows());
  return known;
}

TEST(InsiderIntegers, FindsEveryRecordFromTwoColumnsAndFromOne) {
  for (const Index k : {3, 2, 1})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Matrix x = german_stand_in(300, seed), r = projection(k, 3, 50 + seed);
      EXPECT_EQ(exact(reconstruct("integers", mixed(x, r), german_insider(r)).values, x), 1)
          << k << " columns, matrix " << seed;
    }
}

TEST(InsiderIntegers, FindsTheGermanCreditRecords) {
  const std::optional<Matrix> x = german_credit();
  if (!x) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with german_credit.csv";
  for (const Index k : {2, 1}) {
    const Matrix r = projection(k, 3, 60);
    Knowledge moments = german_insider(r), sample = insider(r);
    sample.sample = *x;
    EXPECT_EQ(exact(reconstruct("integers", mixed(*x, r), moments).values, *x), 1) << k;
    EXPECT_EQ(exact(reconstruct("integers", mixed(*x, r), sample).values, *x), 1) << k;
  }
}

/// Exact records and those the attack expects to be, with noise, over 20 matrices R whose entries have variance 1.
TEST(InsiderIntegers, LosesFewRecordsToSmallNoiseAndKnowsHowMany) {
  const auto shares = [](double noise_sd) {
    Eigen::Vector2d sum(0, 0);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Matrix x = german_stand_in(150, seed), r = std::sqrt(2.0) * projection(2, 3, 70 + seed),
                   y = mixed(x, r) + noise(150, 2, noise_sd, seed);
      const WholeRecords records({.channel = {r, Vector::Zero(2), square(noise_sd) * Matrix::Identity(2, 2)},
                                  .mean = german_mean(),
                                  .covariance = german_covariance(),
                                  .unit = Vector::Ones(3),
                                  .least = Eigen::Vector3d(4, 18, 1),
                                  .most = Eigen::Vector3d(100, 100, 4)});
      for (Index i = 0; i < 150; ++i) {
        const WholeRecords::Guess guess = records.guess(y.row(i).transpose());
        sum(0) += (guess.values == x.row(i).transpose()) / 3000.0;
        sum(1) += guess.probability / 3000.0;
      }
    }
    return sum;
  };
  const Eigen::Vector2d small = shares(0.01), large = shares(0.1);
  EXPECT_GT(small(0), 0.98);
  EXPECT_NEAR(small(1), small(0), 0.01);
  EXPECT_GT(large(0), 0.65);  // the prior helps
  EXPECT_NEAR(large(1), large(0), 0.05);
}

TEST(WholeRecords, FindsTheLikeliestOfAllInTheBox) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix r = projection(2, 3, seed), spread = random::gaussian_matrix(3, 3, random::Rng::from_seed(seed)),
                 covariance = 4 * spread * spread.transpose() + Matrix::Identity(3, 3);
    const double noise_variance = 0.3;
    const random::Rng rng = random::Rng::from_seed(100 + seed);
    const Vector truth = (2 * random::gaussian_matrix(3, 1, rng.fork("x"))).array().round(),
                 y = r * truth + std::sqrt(noise_variance) * random::gaussian_matrix(2, 1, rng.fork("e")),
                 side = Vector::Constant(3, 8);
    const WholeRecords records({.channel = {r, Vector::Zero(2), noise_variance * Matrix::Identity(2, 2)},
                                .mean = Vector::Constant(3, 0.3),
                                .covariance = covariance,
                                .unit = Vector::Ones(3),
                                .least = -side,
                                .most = side});
    const Matrix precision = guise::testing::inverse(covariance + square(0.03) * Matrix::Identity(3, 3));
    double least = std::numeric_limits<double>::infinity(), total = 0;
    Vector best(3);
    const auto cost = [&](const Vector& x) {
      const Vector from = x.array() - 0.3;
      return (y - r * x).squaredNorm() / noise_variance + from.dot(precision * from);
    };
    for (int number = 0; number < 17 * 17 * 17; ++number) {
      const Eigen::Vector3d x(number % 17 - 8, number / 17 % 17 - 8, number / 289 - 8);
      if (cost(x) < least) least = cost(x), best = x;
      total += std::exp(-cost(x) / 2);
    }
    const WholeRecords::Guess guess = records.guess(y);
    EXPECT_EQ(guess.values, best) << seed;
    EXPECT_NEAR(guess.probability, std::exp(-least / 2) / total, 0.02) << seed;
    EXPECT_NEAR(guess.misfit, (y - r * best).squaredNorm() / noise_variance, 1e-6);
  }
}

// Two whole attributes and one of any value, from two released columns: the equations fix both kinds.
TEST(InsiderIntegers, FindsWhatIsFreeBesideTheWholeNumbers) {
  Matrix people = german_stand_in(2000, 1);
  people.col(2) = noise(2000, 1, 5, 2).array() + 3;
  people.col(0) *= 0.5;  // halves
  const Matrix x = people.topRows(200), r = projection(2, 3, 3);
  Knowledge known = insider(r);
  known.sample = people.bottomRows(1800);
  const Outcome outcome = learn_from("integers", mixed(x, r), known);
  ASSERT_TRUE(outcome.reconstruction) << outcome.reason;
  EXPECT_NE(outcome.reconstruction->notes[0].find("2 of 3 attributes"), std::string::npos);
  EXPECT_GT(exact(reconstruct("integers", mixed(x, r), known).values, x), 0.97);
}

TEST(InsiderIntegers, FindsManyAttributes) {
  for (const auto& [k, m] : {std::pair{5, 10}, {10, 30}, {12, 14}}) {
    const Vector mean = Vector::LinSpaced(m, 10, 100), sd = Vector::LinSpaced(m, 2, 12);
    Matrix x = random::gaussian_matrix(40, m, random::Rng::from_seed(4)) * sd.asDiagonal();
    x = (x.rowwise() + mean.transpose()).array().round();
    const Matrix r = projection(k, m, 5);
    const Knowledge known = insider(r, mean, sd.cwiseAbs2().asDiagonal());
    EXPECT_EQ(exact(reconstruct("integers(unit=1)", mixed(x, r), known).values, x), 1) << k << " of " << m;
  }
}

TEST(InsiderIntegers, SaysWhyItSaysNothing) {
  const Matrix r = projection(2, 3, 6), x = german_stand_in(100, 6), y = mixed(x, r);
  const auto reason = [&](const Matrix& released, const Knowledge& known) {
    return learn_from("integers", released, known).reason;
  };
  EXPECT_NE(reason(y.array() + 0.01, german_insider(r)).find("the originals are no whole numbers"), std::string::npos);
  EXPECT_NE(reason(y + noise(100, 2, 3, 7), german_insider(r, 3)).find("too many whole numbers fit"), std::string::npos);
  Knowledge other = insider(r);
  other.sample = noise(500, 3, 1, 8);
  EXPECT_NE(reason(y, other).find("no attribute of the sample"), std::string::npos);
  EXPECT_NE(reason(y, insider(Matrix::Zero(2, 3), german_mean(), german_covariance())).find("every entry of the matrix is 0"),
            std::string::npos);
}

/// Continuous records of the same moments: whole numbers are never claimed, however many fit.
TEST(InsiderIntegers, ClaimsNoWholeNumbersOfContinuousRecords) {
  for (const auto& [k, m] : {std::pair{1, 3}, {2, 3}, {2, 6}, {3, 10}, {1, 8}})
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Vector mean = Vector::LinSpaced(m, 10, 60), sd = Vector::LinSpaced(m, 2, 9);
      const Matrix x = (random::gaussian_matrix(60, m, random::Rng::from_seed(seed)) * sd.asDiagonal()).rowwise() +
                       mean.transpose(),
                   r = projection(k, m, 80 + seed);
      const Knowledge known = insider(r, mean, sd.cwiseAbs2().asDiagonal());
      const std::string reason = learn_from("integers", mixed(x, r), known).reason;
      EXPECT_TRUE(reason.find("no whole numbers") != std::string::npos || reason.find("too many") != std::string::npos ||
                  reason.find("is not known") != std::string::npos)
          << k << " of " << m << ": " << reason;
    }
}

// The factor of a continuous record has mean 1 at most: that is what its false alarms are computed from.
TEST(WholeRecords, HasAFactorOfMeanOneOnContinuousRecords) {
  const Matrix r = projection(1, 2, 90);
  for (const double spread : {3.0, 0.2}) {  // over several units, and within one
    const Matrix covariance = square(spread) * Matrix::Identity(2, 2);
    const WholeRecords records({.channel = {r, Vector::Zero(1), Matrix::Constant(1, 1, square(0.02))},
                                .mean = Vector::Zero(2),
                                .covariance = covariance,
                                .unit = Vector::Ones(2),
                                .least = Vector::Constant(2, -20),
                                .most = Vector::Constant(2, 20)});
    constexpr Index n = 4000;
    const Matrix x = spread * random::gaussian_matrix(n, 2, random::Rng::from_seed(91)),
                 y = mixed(x, r) + noise(n, 1, 0.02, 92);
    Vector factor(n);
    for (Index i = 0; i < n; ++i) factor(i) = records.guess(y.row(i).transpose()).factor;
    const double error = std::sqrt((factor.array() - factor.mean()).square().mean() / n);
    EXPECT_LT(factor.mean(), 1 + 5 * error) << spread;
    if (spread > 1) EXPECT_GT(factor.mean(), 1 - 5 * error);
    // Whole records have one that is larger, by as much as the release tells.
    const Matrix whole = x.array().round(), seen = mixed(whole, r) + noise(n, 1, 0.02, 93);
    for (Index i = 0; i < n; ++i) factor(i) = std::log(records.guess(seen.row(i).transpose()).factor);
    if (spread > 1) EXPECT_GT(factor.mean(), 5 * std::sqrt((factor.array() - factor.mean()).square().mean() / n));
  }
}

// Six significant digits, as many programs write them, of numbers that differ in size; and a matrix known to as many.
TEST(InsiderIntegers, FindsRecordsBehindFewDigitsOfReleaseAndMatrix) {
  const Matrix people = german_stand_in(600, 15), x = people.topRows(200), r = projection(2, 3, 15);
  const auto digits = [](const Matrix& values, int count) {
    return Matrix(values.unaryExpr([&](double value) {
      const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (count - 1));
      return std::round(value / step) * step;
    }));
  };
  Knowledge known = insider(r);
  known.sample = people.bottomRows(400);
  EXPECT_GT(exact(reconstruct("integers", digits(mixed(x, r), 7), known).values, x), 0.95);
  Knowledge rough = insider(digits(r, 8));
  rough.sample = known.sample;
  EXPECT_GT(exact(reconstruct("integers", mixed(x, r), rough).values, x), 0.95);
}

TEST(InsiderIntegers, CopesWithConstantAndEqualAttributes) {
  Matrix x = german_stand_in(300, 9);
  x.col(1) = x.col(0);
  x.col(2).setConstant(2);
  const Matrix r = projection(1, 3, 9);
  Knowledge known = insider(r);
  known.sample = x.bottomRows(200);
  EXPECT_EQ(exact(reconstruct("integers", mixed(x.topRows(100), r), known).values, x.topRows(100)), 1);
}

std::string notes_of(const Matrix& released, const Knowledge& known) {
  const Outcome outcome = learn_from("integers", released, known);
  std::string text = outcome.reason;
  if (outcome.reconstruction)
    for (const std::string& note : outcome.reconstruction->notes) text += note + "\n";
  return text;
}

// A release written with few decimals is one with noise of a third of its unit.
TEST(InsiderIntegers, FindsRecordsBehindARoundedRelease) {
  const Matrix people = german_stand_in(1500, 10), x = people.topRows(300), r = projection(2, 3, 10);
  for (const double steps : {1e2, 1e4, 1e6}) {
    const Matrix y = (mixed(x, r) * steps).array().round() / steps;
    Knowledge known = insider(r);
    known.sample = people.bottomRows(1200);
    EXPECT_GT(exact(reconstruct("integers", y, known).values, x), 0.98) << steps;
  }
}

// Ten records show no unit by their phases, and a range that a third of the people are outside of.
TEST(InsiderIntegers, TakesAFewWholeRecordsForWhole) {
  const Matrix people = german_stand_in(330, 11), x = people.topRows(300), r = projection(2, 3, 11);
  for (const Index count : {10, 30}) {
    Knowledge known = insider(r);
    known.sample = people.bottomRows(count);
    EXPECT_EQ(exact(reconstruct("integers", mixed(x, r), known).values, x), 1) << count;
  }
  Knowledge known = insider(r);
  known.sample = people.bottomRows(10).array() + 0.3;
  EXPECT_NE(notes_of(mixed(x, r), known).find("no attribute of the sample"), std::string::npos);
}

TEST(InsiderIntegers, LooksBeyondTheRangeOfTheSampleAndCountsWhatDoesNotFit) {
  const Matrix people = german_stand_in(500, 12), r = projection(2, 3, 12);
  Matrix x = people.topRows(300);
  Knowledge known = insider(r);
  known.sample = people.bottomRows(200);
  x(7, 0) = known.sample->col(0).maxCoeff() + 30;
  EXPECT_EQ(exact(reconstruct("integers", mixed(x, r), known).values, x), 1);
  EXPECT_EQ(notes_of(mixed(x, r), known),
            "3 of 3 attributes taken as multiples of a unit, 100 % of the records expected exact\n"
            "continuous values would look like this less than once in 1e15 such releases\n");
  x(9, 1) += 0.37;
  x(11, 2) += 0.41;
  const std::string notes = notes_of(mixed(x, r), known);
  EXPECT_NE(notes.find("99.3 % of the records expected exact"), std::string::npos) << notes;
  EXPECT_NE(notes.find("of 300 records looked at 2 fit no whole numbers"), std::string::npos) << notes;
}

TEST(InsiderIntegers, CountsConstantsApart) {
  Matrix people = german_stand_in(500, 13);
  people.col(2).setZero();
  Matrix x = people.topRows(300);
  x(5, 2) = 3;  // somebody the sample has none like
  const Matrix r = projection(2, 3, 13);
  Knowledge known = insider(r);
  known.sample = people.bottomRows(200);
  const std::string notes = notes_of(mixed(x, r), known);
  EXPECT_NE(notes.find("2 of 3 attributes taken as multiples of a unit and 1 as constant"), std::string::npos) << notes;
  EXPECT_EQ(exact(reconstruct("integers", mixed(x, r), known).values, x), 1);
}

TEST(InsiderIntegers, FindsTheGermanCreditRecordsByAFewOthersThroughRounding) {
  const std::optional<Matrix> all = german_credit();
  if (!all) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with german_credit.csv";
  const Matrix x = all->topRows(500), r = projection(2, 3, 14), y = (mixed(x, r) * 1e4).array().round() / 1e4;
  for (const Index count : {10, 200}) {
    Knowledge known = insider(r);
    known.sample = all->bottomRows(count);
    EXPECT_EQ(exact(reconstruct("integers", mixed(x, r), known).values, x), 1) << count;
    EXPECT_GT(exact(reconstruct("integers", y, known).values, x), 0.99) << count;
  }
}

}  // namespace insider_integers_test
}  // namespace guise::attacks::testing
