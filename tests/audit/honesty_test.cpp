// SPDX-License-Identifier: Apache-2.0
// An audit must say "everything" of a copy, "nothing" of pure noise, and what theory says in between.
#include <gtest/gtest.h>

#include <cmath>

#include "audit/given.h"
#include "audit/score.h"
#include "audit/verdict.h"
#include "theory/reconstruction_error.h"

namespace guise::audit {
namespace honesty_test {

using testing::audit_given;
using testing::audit_mask;
using testing::normals;
using testing::originals;
using testing::request_of;
using testing::worst;

const std::vector<std::string> kWithoutKey = {"outsider", "attributes=a", "population=200",
                                              "pairs=5",  "records=20",   "anchors=5"};

TEST(Honesty, ACopyIsRecoveredWholeByEverybody) {
  const Matrix x = originals(800, 1);
  const Result result = audit_given(x, x, request_of(kWithoutKey, 1, 1));
  ASSERT_EQ(result.masks[0].attackers.size(), kWithoutKey.size());
  for (const AttackerResult& attacker : result.masks[0].attackers) {
    const std::string who = attacker.attacker.text() + ", " + worst(attacker).attack;
    EXPECT_EQ(pooled(worst(attacker), "within", "0.05").value, 1) << who;
    EXPECT_LT(worst(attacker).calibrated.value, 1e-9) << who;
    EXPECT_LT(worst(attacker).nrmse.value, 1e-6) << who;
    EXPECT_EQ(attacker.status(), Status::succeeded) << who;
  }
}

/// What no release adds to: the same knowledge without it is within the interval of what is left.
void expect_nothing(const Result& result, std::size_t attackers) {
  ASSERT_EQ(result.masks[0].attackers.size(), attackers);
  for (const AttackerResult& attacker : result.masks[0].attackers) {
    const std::string who = attacker.attacker.text() + ", " + worst(attacker).attack;
    const Spread left = worst(attacker).calibrated;
    const double baseline = attacker.baseline.squaredNorm() / static_cast<double>(attacker.baseline.size());
    EXPECT_EQ(attacker.status(), Status::resisted) << who;
    for (const Criterion& each : attacker.criteria)
      EXPECT_EQ(each.decision, Criterion::Decision::fails) << who << ": " << risk_name(each.risk) << " by " << each.attack
                                                           << ", " << each.excess.low << " to " << each.excess.high;
    EXPECT_LE(left.low, baseline) << who << " " << left.low << " " << left.value << " " << left.high;
    EXPECT_GE(left.high, baseline) << who << " " << left.low << " " << left.value << " " << left.high;
  }
}

TEST(Honesty, HugeNoiseLeavesWhatEverybodyKnewBefore) {
  std::vector<std::string> attackers = kWithoutKey;
  attackers.insert(attackers.end(), {"repeat", "insider"});
  expect_nothing(audit_mask(originals(2000, 2), "noise(snr=1e-6)", request_of(attackers, 5, 2)), attackers.size());
}

TEST(Honesty, AReleaseOfNumbersFromNowhereLeavesThemToo) {
  expect_nothing(audit_given(originals(800, 3), normals(800, 4, 30), request_of(kWithoutKey, 1, 3)), kWithoutKey.size());
}

Grade grade_of(const Matrix& x, const Matrix& release) {
  const Result result = audit_given(x, release, request_of(kWithoutKey, 1, 4));
  return verdict_of(result.masks[0], result).grade;
}

TEST(Honesty, CopiesInDisguiseAreCaught) {
  const Matrix x = originals(800, 5);
  Matrix permuted(x.rows(), 4), scaled(x.rows(), 4);
  permuted << x.col(2), x.col(0), x.col(3), x.col(1);
  scaled << 3 * x.col(0).array() + 7, 0.01 * x.col(1).array(), -x.col(2).array(), x.col(3).array() - 100;
  EXPECT_EQ(grade_of(x, permuted), Grade::do_not_publish);
  EXPECT_EQ(grade_of(x, scaled), Grade::do_not_publish);
  EXPECT_EQ(grade_of(x, x.array().round()), Grade::do_not_publish);
}

// Paper 002: with Gaussian data and noise nothing is better than the posterior mean, and its error is known.
TEST(Honesty, TheBayesErrorOfAGaussianTableIsItsClosedForm) {
  constexpr Index kRecords = 20'000;
  Matrix mixing(4, 4);
  mixing << 2, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 3;
  Request request = request_of({"outsider"}, 5, 6);
  request.attacks = {"bayes"};
  const Result result = audit_mask(normals(kRecords, 4, 6) * mixing, "noise(sd=1.5)", request);
  const double expected = theory::bayes_error(mixing.transpose() * mixing, 2.25 * Matrix::Identity(4, 4));
  double found = 0;
  const Trial& bayes = worst(result.masks[0].attackers[0]);
  ASSERT_EQ(bayes.by_key.size(), 5u);
  for (const measures::Comparison& key : bayes.by_key)
    for (const auto& attribute : key.attributes())
      found += attribute.squared_error / static_cast<double>(key.records()) / 4 / 5;
  // Squared normal errors vary by sqrt(2) of their mean. The keys share half of the table: as if there were one.
  EXPECT_NEAR(found, expected, 4 * expected * std::sqrt(2.0 / (kRecords / 2.0)));
}

}  // namespace honesty_test
}  // namespace guise::audit
