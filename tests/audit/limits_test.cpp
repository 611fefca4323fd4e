// SPDX-License-Identifier: Apache-2.0
// Limits on results whose figures are known by construction, and on what may be written as one.
#include "audit/limits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/score.h"
#include "base/error.h"
#include "random/laws.h"

namespace guise::audit {
namespace limits_test {

const std::vector<std::string> kColumns = {"age", "a=b"};
constexpr Index kRecords = 4000;

std::string refusal(std::string_view text) {
  try {
    parse_limit(text, kColumns);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseLimit, ReadsFigureToleranceAttributeAndValue) {
  const Limit within = parse_limit("within0.1=0.2", kColumns), gets = parse_limit("gets:a=b<=0.3", kColumns);
  EXPECT_EQ(within.measure, "within");
  EXPECT_EQ(within.key, "0.1");
  EXPECT_EQ(within.value, 0.2);
  EXPECT_EQ(gets.attribute, "a=b");
  EXPECT_EQ(gets.text(), "gets:a=b<=0.3");
  EXPECT_EQ(parse_limit("epsilon=3", kColumns).value, 3);
}

TEST(ParseLimit, TakesEveryFigureItNames) {
  for (const std::string& figure : limited_figures()) EXPECT_EQ(parse_limit(figure + "<=0.5", {}).text(), figure + "<=0.5");
}

TEST(ParseLimit, RefusesWhatIsNoLimitWithTheWayOut) {
  EXPECT_NE(refusal("withn0.1=0.2").find("did you mean 'within0.1'"), std::string::npos) << refusal("withn0.1=0.2");
  EXPECT_NE(refusal("within=0.2").find("did you mean 'within"), std::string::npos) << refusal("within=0.2");
  EXPECT_NE(refusal("within0.15=0.2").find("did you mean 'within0.05'"), std::string::npos) << refusal("within0.15=0.2");
  EXPECT_NE(refusal("nrmse=0.5").find("limit 'gets' instead"), std::string::npos) << refusal("nrmse=0.5");
  EXPECT_NE(refusal("gets:aeg=0.5").find("did you mean 'age'"), std::string::npos) << refusal("gets:aeg=0.5");
  EXPECT_NE(refusal("linked:age=0.5").find("whole release"), std::string::npos);
  EXPECT_NE(refusal("within0.1=20").find("a share between 0 and 1, got '20'"), std::string::npos);
  for (const char* text : {"gets", "gets=", "=0.3", "gets=-0.1", "gets=nan", "epsilon=-1", "gets=0.3x", "epsilon=inf"})
    EXPECT_NE(refusal(text), "accepted") << text;
}

/// Two attributes; guesses with a known share of noise, one per key.
class Limits : public ::testing::Test {
 protected:
  static Vector normals(std::uint32_t stream) {
    Vector out(kRecords);
    random::fill_normal(random::Rng::from_seed(5), stream, 0, {out.data(), static_cast<std::size_t>(kRecords)});
    return out;
  }

  /// A trial whose guess of attribute j is truth + noise[j] x a fresh normal error, by so many keys.
  Trial trial(std::string attack, const std::vector<double>& noise, int keys = 3) const {
    Trial out{.attack = std::move(attack), .reason = {}, .notes = {}, .by_key = {}, .nrmse = {}, .residual = {}};
    for (int key = 0; key < keys; ++key) {
      measures::Comparison comparison(stats::moments_of(truth).variance().cwiseSqrt());
      Matrix guess = truth;
      for (Index j = 0; j < 2; ++j)
        guess.col(j) += noise[static_cast<std::size_t>(j)] * normals(static_cast<std::uint32_t>(10 + 2 * key + j));
      comparison.add(truth, guess);
      out.by_key.push_back(comparison);
    }
    return out;
  }

  static AttackerResult attacker(std::string_view name, std::vector<Trial> trials, double baseline = 1) {
    AttackerResult result{.attacker = parse_attacker(name, kColumns),
                          .columns = kColumns,
                          .baseline = Vector::Constant(2, baseline),
                          .trials = std::move(trials)};
    return result;
  }

  static MaskResult mask(std::vector<AttackerResult> attackers) {
    return {.mask = "noise(sd=1)", .notes = {}, .certificate = {}, .attackers = std::move(attackers)};
  }

  static Checked checked(std::string_view limit, const MaskResult& result) {
    return check(parse_limit(limit, kColumns), result,
                 {.table = {}, .columns = kColumns, .mean = {}, .masks = {}, .warnings = {}});
  }

  static Matrix both() {
    Matrix out(kRecords, 2);
    out << normals(0), normals(1);
    return out;
  }
  const Matrix truth = both();
};

/// Var(x) = 1 and noise of variance 1 leave corr^2 = 1 / 2; noise of variance 1 / 4 leaves 4 / 5.
TEST_F(Limits, TheWorstIsOverAttackersAttacksAndAttributes) {
  const MaskResult result = mask(
      {attacker("outsider", {trial("weak", {3, 3}), trial("strong", {1, 0.5})}), attacker("repeat", {trial("weak", {2, 2})})});
  const Checked worst = checked("gets=0.9", result);
  EXPECT_NEAR(worst.worst.value, 0.8, 0.02);  // standard error of corr^2: 2 r (1 - r^2) / sqrt(n) = 0.006 per key
  EXPECT_EQ(worst.attacker, "outsider");
  EXPECT_EQ(worst.attack, "strong");
  EXPECT_EQ(worst.attribute, "a=b");
  EXPECT_FALSE(worst.exceeded);
  EXPECT_TRUE(checked("gets=0.7", result).exceeded);
  EXPECT_NEAR(checked("gets:age=0.7", result).worst.value, 0.5, 0.03);
  EXPECT_FALSE(checked("gets:age=0.7", result).exceeded);
}

TEST_F(Limits, TheUpperEndOfTheIntervalIsHeldAgainstTheLimit) {
  const MaskResult result = mask({attacker("outsider", {trial("some", {1, 9})})});
  const Checked first = checked("gets=0.9", result);
  ASSERT_LT(first.worst.value, first.worst.high);
  const double between = (first.worst.value + first.worst.high) / 2;
  EXPECT_TRUE(checked(fmt::format("gets={}", between), result).exceeded);
  EXPECT_FALSE(checked(fmt::format("gets={}", first.worst.high), result).exceeded) << "the limit itself is allowed";
}

/// An error of standard deviation 1/2 is within 0.1 with probability 2 Phi(0.2) - 1 = 0.1585.
TEST_F(Limits, WithinIsTheShareOfEntries) {
  const Checked found = checked("within0.1=0.5", mask({attacker("outsider", {trial("some", {0.5, 0.5})})}));
  EXPECT_NEAR(found.worst.value, 0.1585, 5 * std::sqrt(0.1585 * 0.8415 / (3 * kRecords)) + 0.004);  // + the larger of two
}

/// 2 Phi(0.1) - 1 = 0.0797 of normal entries lie within a tenth of a deviation of the mean.
TEST_F(Limits, GuessingTheMeanCountsForEveryMask) {
  const MaskResult nothing_told = mask({attacker("outsider", {trial("some", {99, 99})})});
  measures::Comparison mean(stats::moments_of(truth).variance().cwiseSqrt());
  mean.add(truth, truth.colwise().mean().replicate(kRecords, 1));
  const Result audit{.table = {}, .columns = kColumns, .mean = {mean}, .masks = {}, .warnings = {}};
  const Checked found = check(parse_limit("within0.1=0.05", kColumns), nothing_told, audit);
  EXPECT_NEAR(found.worst.value, 0.0797, 5 * std::sqrt(0.0797 / kRecords));
  EXPECT_EQ(found.attack, "mean");
  EXPECT_TRUE(found.exceeded);
  EXPECT_FALSE(check(parse_limit("within0.1=0.05", kColumns), mask({}), audit).assessed) << "and is no test of the mask";
}

TEST_F(Limits, TheThiefIsLeftOutAndNobodyElseIsNothingTested) {
  const MaskResult thief = mask({attacker("thief", {trial("subtract", {0, 0})})});
  EXPECT_FALSE(checked("gets=0.9", thief).assessed);
  EXPECT_TRUE(checked("gets=0.9", thief).exceeded) << "what was not tested has not passed";
  EXPECT_TRUE(checked("linked=0.9", mask({attacker("outsider", {trial("some", {1, 1})})})).exceeded);
}

/// The guess leaves 0.5 of the variance.
TEST_F(Limits, WhatTheSameKnowledgeTellsWithoutTheReleaseIsNotHeldAgainstTheMask) {
  const auto knows = [&](std::string_view limit, double open) {
    AttackerResult result = attacker("attributes", {trial("some", {1, 1})}, std::sqrt(open));
    result.attacker.known = {"other"};
    return checked(limit, mask({result}));
  };
  EXPECT_NEAR(knows("gets=0.2", 1).worst.value, 0.5, 0.03);
  EXPECT_NEAR(knows("gets=0.2", 0.625).worst.value, 0.2, 0.05) << "0.125 of the 0.625 that were open";
  EXPECT_FALSE(knows("gets=0.2", 0.4).exceeded) << "no better than without the release";
  EXPECT_TRUE(knows("within1=0.3", 0.625).exceeded);
  EXPECT_FALSE(knows("within1=0.3", 0.5).exceeded);
  EXPECT_TRUE(knows("within1=0.3", 0.5).assessed);
  EXPECT_FALSE(knows("gets=0.2", 0).exceeded) << "known anyway";
}

TEST_F(Limits, LinkedIsOfTheWholeRelease) {
  Trial found = trial("link", {9, 9});
  found.linked = Spread{0.04, 0.01, 0.1};
  const MaskResult result = mask({attacker("records", {found})});
  EXPECT_TRUE(checked("linked=0.05", result).exceeded);
  EXPECT_FALSE(checked("linked=0.1", result).exceeded);
}

TEST_F(Limits, EpsilonIsCertifiedOrExceeded) {
  MaskResult result = mask({});
  EXPECT_TRUE(checked("epsilon=100", result).exceeded) << "no guarantee";
  result.certificate.kind = release::Guarantee::gaussian;
  result.certificate.mu = 1.0;
  const double epsilon = checked("epsilon=9", result).worst.value;
  EXPECT_NEAR(epsilon, *release::certified_epsilon(result.certificate, 1e-6), 1e-12);
  EXPECT_FALSE(checked(fmt::format("epsilon={}", epsilon + 1e-6), result).exceeded);
  EXPECT_TRUE(checked(fmt::format("epsilon={}", epsilon - 1e-6), result).exceeded);
}

TEST_F(Limits, OddTablesNeverPassInSilence) {
  AttackerResult constant = attacker("outsider", {trial("some", {1, 1})});
  for (auto& comparison : constant.trials[0].by_key) {
    comparison = measures::Comparison(Vector::Zero(2));
    comparison.add(Matrix::Zero(3, 2), Matrix::Zero(3, 2));
  }
  EXPECT_TRUE(std::isnan(checked("gets=0.5", mask({constant})).worst.value));
  EXPECT_TRUE(checked("gets=0.5", mask({attacker("outsider", {})})).exceeded);
  EXPECT_TRUE(checked("gets=0.5", mask({})).exceeded);
}

TEST_F(Limits, TextAndJsonSayTheSame) {
  const MaskResult result = mask({attacker("outsider", {trial("bayes", {1, 0.5})})});
  Result audit{.table = "t", .columns = kColumns, .mean = {}, .masks = {result}, .warnings = {}};
  const auto all = check({parse_limit("gets=0.5", kColumns), parse_limit("gets:age=0.9", kColumns)}, audit);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(any_exceeded(all));
  const std::string text = limits_text(all);
  EXPECT_NE(text.find("Over the limit gets<=0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("Within the limit gets:age<=0.9"), std::string::npos) << text;
  const nlohmann::json document = limits_json(all);
  EXPECT_EQ(document[0]["exceeded"], true);
  EXPECT_EQ(document[0]["attribute"], "a=b");
  EXPECT_EQ(document[1]["exceeded"], false);
}

}  // namespace limits_test
}  // namespace guise::audit
