// SPDX-License-Identifier: Apache-2.0
// Rates, excess and statuses; every evaluator on a copy, on a guess that knows nothing of the people, and on odd tables.
#include "measures/risk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measures/figure.h"
#include "random/laws.h"
#include "random/matrices.h"

namespace guise::measures {
namespace risk_test {

using random::Rng;

Matrix people(Index n, Index m, const char* whose, std::uint64_t seed = 1) {
  return random::gaussian_matrix(n, m, Rng::from_seed(seed).fork(whose));
}

const Rng kRng = Rng::from_seed(77);

TEST(Excess, HasTheValuesOfTheFormula) {
  // beyond.md 3.6: 120/500 against 50/500.
  EXPECT_NEAR(wilson(120, 500).middle, 0.241982, 5e-7);
  EXPECT_NEAR(wilson(120, 500).half, 0.037344, 5e-7);
  EXPECT_NEAR(wilson(50, 500).middle, 0.103050, 5e-7);
  EXPECT_NEAR(wilson(50, 500).half, 0.026372, 5e-7);
  const Value found = excess({120, 500}, {50, 500});
  EXPECT_NEAR(found.value, 0.154894, 5e-7);
  EXPECT_NEAR(found.high - found.value, 0.048486, 5e-7);
  EXPECT_NEAR(found.value - found.low, 0.048486, 5e-7);
  EXPECT_TRUE(std::isnan(excess({0, 0}, {50, 500}).value));
  EXPECT_EQ(excess({500, 500}, {50, 500}).high, 1);  // 1.00002 by the formula
}

TEST(Excess, HasIntervalsThatHoldTheTruth) {
  // 4000 pairs of counts: a standard error of .0034. Small chances make intervals that are rather too wide: of 0.02 against
  // 0.01 they hold 0.965 (NumPy, 200,000 pairs).
  for (const auto& [attacked, others] : {std::pair{0.5, 0.1}, {0.24, 0.1}, {0.9, 0.5}, {0.6, 0.6}}) {
    const double truth = (attacked - others) / (1 - others);
    const auto count = [](double chance, const Rng& rng, std::uint32_t draw) {
      Vector u(500);
      random::fill_uniform(rng, draw, 0, {u.data(), 500});
      return Tally{(u.array() < chance).count(), 500};
    };
    int covered = 0;
    for (std::uint32_t draw = 0; draw < 4000; ++draw) {
      const Value found = excess(count(attacked, kRng.fork("attack"), draw), count(others, kRng.fork("control"), draw));
      covered += found.low <= truth && truth <= found.high;
    }
    EXPECT_NEAR(covered / 4000.0, 0.95, 4 * 0.0034) << attacked;
  }
}

TEST(RiskOf, SaysFirstWhetherTheAttackWorks) {
  EXPECT_EQ(risk_of({120, 500}, {50, 500}, {20, 500}).status, RiskStatus::at_risk);
  EXPECT_EQ(risk_of({120, 500}, {118, 500}, {20, 500}).status, RiskStatus::no_excess);
  EXPECT_EQ(risk_of({120, 500}, {50, 500}, {119, 500}).status, RiskStatus::no_better_than_guessing);
  EXPECT_EQ(risk_of({0, 500}, {0, 500}, {0, 500}).status, RiskStatus::no_better_than_guessing);
  EXPECT_EQ(risk_of({500, 500}, {500, 500}, {1, 500}).status, RiskStatus::no_excess);
  EXPECT_EQ(risk_of({3, 5}, {0, 0}, {0, 5}).status, RiskStatus::not_assessed);
  EXPECT_EQ(risk_status_name(RiskStatus::no_better_than_guessing), "attack no better than guessing");
}

TEST(SinglingOutChance, IsLargestForOneRecordInExpectation) {
  EXPECT_NEAR(singling_out_chance(1000, 0.001), std::exp(-1.0), 2e-4);
  EXPECT_DOUBLE_EQ(singling_out_chance(2, 0.5), 0.5);
  EXPECT_EQ(singling_out_chance(10, 0), 0);
}

TEST(EveryRisk, OfACopyIsHigh) {
  const Matrix truth = people(1000, 4, "released"), control = people(800, 4, "control");
  const Risk single = singling_out({truth, truth, control}, kRng), link = linkability({truth, truth, control}, kRng),
             infer = inference({truth, truth, control}, kRng);
  for (const Risk* risk : {&single, &link, &infer}) {
    EXPECT_EQ(risk->status, RiskStatus::at_risk);
    EXPECT_EQ(risk->attack.successes, risk->attack.attacks);
    EXPECT_EQ(risk->attack.attacks, kAttacks);
  }
  // What the attributes are independent says about others: their halves meet in one of 1000 rows by chance …
  EXPECT_LE(link.control.successes, 4);
  EXPECT_GT(link.risk.low, 0.98);
  // … the nearest row tells a secret to 0.1 sd with probability P(|x - x'| <= 0.1) = erf(0.05) = 0.0564, se 0.0103 …
  EXPECT_NEAR(static_cast<double>(infer.control.successes) / kAttacks, 0.0564, 4 * 0.0103);
  // … and the most usual value is within 0.1 with at most 2 Phi(0.1) - 1 = 0.0797, se 0.0121.
  EXPECT_LT(static_cast<double>(infer.baseline.successes) / kAttacks, 0.0797 + 4 * 0.0121);
  EXPECT_GT(infer.baseline.successes, 0);
  // A predicate that fits one of 800 fits one of 800 others with probability at most 1/e.
  EXPECT_LT(static_cast<double>(single.control.successes) / kAttacks, 0.368);
}

TEST(SinglingOut, TakesAGuessThatIsExactButForRoundingForACopy) {
  const Matrix truth = people(400, 4, "released"), control = people(400, 4, "control");
  const Matrix guess = truth + 1e-13 * people(400, 4, "rounding");
  EXPECT_EQ(singling_out({truth, guess, control}, kRng).attack.successes,
            singling_out({truth, truth, control}, kRng).attack.successes);
}

TEST(EveryRisk, OfAGuessThatKnowsNobodyIsNone) {
  int shown = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Matrix truth = people(400, 4, "released", seed), guess = people(400, 4, "guess", seed),
                 control = people(400, 4, "control", seed);
    const Rng rng = Rng::from_seed(seed);
    for (const Risk& risk : {singling_out({truth, guess, control}, rng, 200), linkability({truth, guess, control}, rng, 200),
                             inference({truth, guess, control}, rng, 200)})
      shown += risk.status == RiskStatus::at_risk;
  }
  EXPECT_LE(shown, 3);  // of 36, each by chance in one of forty at most
}

TEST(SinglingOut, AllowsForPredicatesThatAreAlike) {
  // Attributes of correlation 0.9: predicates of the same few people in the same corners. Wilson's formula by itself gives 5
  // false alarms of these 30.
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto drawn = [&](const char* whose) {
      const Matrix common = people(100, 1, whose, seed + 1000).replicate(1, 4);
      return Matrix(std::sqrt(0.1) * people(100, 4, whose, seed) + std::sqrt(0.9) * common);
    };
    const Matrix truth = drawn("released"), guess = drawn("guess"), control = drawn("control");
    alarms += singling_out({truth, guess, control}, Rng::from_seed(seed), 100).risk.low > 0;
  }
  EXPECT_LE(alarms, 3);
}

TEST(EveryRisk, OfTheMeanIsNone) {
  // Every guessed record is as near as any other: ties must not make links.
  const Matrix truth = people(300, 4, "released"), mean = Matrix::Zero(300, 4), control = people(300, 4, "control");
  EXPECT_EQ(singling_out({truth, mean, control}, kRng).status, RiskStatus::not_assessed);
  const Risk link = linkability({truth, mean, control}, kRng);
  EXPECT_LE(link.attack.successes, 6);  // one in 300 expected of 300
  EXPECT_EQ(link.status, RiskStatus::no_better_than_guessing);
  EXPECT_EQ(inference({truth, mean, control}, kRng).status, RiskStatus::no_better_than_guessing);
}

TEST(Inference, DoesNotTakeNegativeGuessesForRight) {
  // All values lie far below 0, and the guess is another draw: anonymeter's rule would call every one of them right.
  const Matrix truth = people(400, 3, "released").array() - 100, guess = people(400, 3, "guess").array() - 100,
               control = people(400, 3, "control").array() - 100;
  const Risk risk = inference({truth, guess, control}, kRng);
  EXPECT_LT(risk.attack.successes, risk.attack.attacks / 5);
  EXPECT_NE(risk.status, RiskStatus::at_risk);
}

TEST(Linkability, WithMoreNeighboursLinksByChanceAsTwoDrawsDo) {
  const Matrix truth = people(200, 4, "released"), mean = Matrix::Zero(200, 4), control = people(200, 4, "control");
  const Risk risk = linkability({truth, mean, control}, kRng, 200, 10);
  // 1 - C(190, 10) / C(200, 10) = 0.4085 (scipy.special.comb). All rows tie, so each half takes ten in a row from a start of
  // its own: those meet where the starts are less than ten apart, 19 of 200.
  EXPECT_EQ(risk.baseline.successes, 82);
  EXPECT_NEAR(static_cast<double>(risk.attack.successes), 19, 4 * std::sqrt(19.0));
}

TEST(EveryRisk, OfOddTablesIsNotAssessed) {
  const Matrix one = people(50, 1, "released"), none(0, 1), constant = Matrix::Constant(50, 3, 5);
  EXPECT_EQ(linkability({one, one, one}, kRng).status, RiskStatus::not_assessed);
  EXPECT_EQ(inference({one, one, one}, kRng).status, RiskStatus::not_assessed);
  EXPECT_EQ(singling_out({one, one, one}, kRng).attack.attacks, 2);  // the extremes of the one attribute
  for (const Targets& odd : {Targets{constant, constant, constant}, Targets{one, one, none}, Targets{none, none, none}}) {
    for (const Risk& risk : {singling_out(odd, kRng), linkability(odd, kRng), inference(odd, kRng)}) {
      EXPECT_EQ(risk.status, RiskStatus::not_assessed);
      EXPECT_FALSE(risk.reason.empty());
    }
  }
}

TEST(RecordLinkage, CountsWhomTheNearestOriginalIs) {
  const Matrix truth = people(700, 3, "released"), guess = truth + 0.3 * people(700, 3, "noise");
  const Vector sd = ((truth.rowwise() - truth.colwise().mean()).colwise().squaredNorm() / 700).cwiseSqrt();
  double linked = 0;
  for (Index i = 0; i < 700; ++i) {
    Index nearest = 0;
    ((truth.rowwise() - guess.row(i)) * sd.cwiseInverse().asDiagonal()).rowwise().squaredNorm().minCoeff(&nearest);
    linked += nearest == i;
  }
  const Risk found = record_linkage(truth, guess);
  EXPECT_EQ(static_cast<double>(found.attack.successes), linked);
  EXPECT_EQ(found.attack.attacks, 700);
  EXPECT_EQ(found.baseline.successes, 1);
  EXPECT_EQ(found.status, RiskStatus::at_risk);
}

TEST(RecordLinkage, OfACopyIsAllAndOfTheMeanIsChance) {
  Matrix truth = people(300, 3, "released").array() + 1e6;
  truth.col(2).setConstant(4);
  EXPECT_EQ(record_linkage(truth, truth).attack.successes, 300);
  const Risk mean = record_linkage(truth, truth.colwise().mean().replicate(300, 1));
  EXPECT_EQ(mean.attack.successes, 1);  // everybody's guess is nearest to the same person
  EXPECT_EQ(mean.status, RiskStatus::no_better_than_guessing);
  const Matrix same = Matrix::Constant(40, 2, 3);  // nobody differs: each is one of forty
  EXPECT_EQ(record_linkage(same, same).attack.successes, 1);
  EXPECT_EQ(record_linkage(Matrix(0, 2), Matrix(0, 2)).status, RiskStatus::not_assessed);
}

TEST(RisksOf, HasAllFour) {
  const Matrix truth = people(100, 3, "released"), control = people(100, 3, "control");
  const std::vector<NamedRisk> risks = risks_of({truth, truth, control}, kRng, 50);
  ASSERT_EQ(risks.size(), 4);
  for (const NamedRisk& each : risks) EXPECT_EQ(each.risk.status, RiskStatus::at_risk) << each.name;
}

}  // namespace risk_test
}  // namespace guise::measures
