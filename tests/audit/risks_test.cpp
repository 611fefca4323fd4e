// SPDX-License-Identifier: Apache-2.0
// Recipients and risks of audits whose answer follows from the mask.
#include "audit/risks.h"

#include <gtest/gtest.h>

#include "audit/given.h"
#include "audit/next_step.h"
#include "audit/verdict.h"

namespace guise::audit {
namespace risks_test {

using testing::originals;
using testing::request_of;

Result audited(const std::string& mask, std::vector<std::string> attackers, bool details = false) {
  Request request = request_of(std::move(attackers), 2, 7);
  request.masks = {masks::Mask::parse(mask)};
  request.details = details;
  return audit(table::Table::from_matrix(originals(600, 3), {"a", "b", "c", "d"}), request);
}

const RecipientRisk& of(const std::vector<RecipientRisks>& rows, Recipient recipient, Danger danger) {
  for (const RecipientRisks& row : rows)
    if (row.recipient == recipient) return row.of[static_cast<std::size_t>(danger)];
  throw std::runtime_error("no such recipient");
}

/// Noise a hundred times the variance: nothing but the key undoes it, and that is no news about the mask.
TEST(Risks, OfMuchNoiseOnlyTheKeyThiefHasAny) {
  const Result result = audited("noise(snr=0.01)", {"outsider", "records=5", "thief"});
  const auto rows = risks_by_recipient(result.masks[0], result.thresholds);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_LE(of(rows, Recipient::anyone, Danger::inference).level, RiskLevel::undecided);
  const RecipientRisk& thief = of(rows, Recipient::thief, Danger::inference);
  EXPECT_EQ(thief.level, RiskLevel::high);
  EXPECT_NEAR(thief.value.value, 1, 1e-9);
  EXPECT_GT(thief.gain(), 0.8);
  const Verdict said = verdict_of(result.masks[0], result);
  EXPECT_NE(said.grade, Grade::do_not_publish);
  ASSERT_FALSE(said.sentences.empty());
  EXPECT_TRUE(said.sentences.back().ends_with("Keep the key secret.")) << said.sentences.back();
}

/// Known pairs undo a rotation, so every record is known in every column: that singles people out, and an outsider cannot.
TEST(Risks, KnownPairsSingleOutBehindARotation) {
  const auto result = audited("rotate", {"pairs=5"});
  const auto rows = risks_by_recipient(result.masks[0], result.thresholds);
  ASSERT_EQ(rows.size(), 1u);
  const RecipientRisk& single = of(rows, Recipient::knowing, Danger::singling_out);
  EXPECT_EQ(single.level, RiskLevel::high);
  EXPECT_EQ(single.attacker->attacker.text(), "pairs=5");
  EXPECT_EQ(of(rows, Recipient::knowing, Danger::linkability).level, RiskLevel::not_assessed);
  EXPECT_EQ(verdict_of(result.masks[0], result).grade, Grade::do_not_publish);
}

/// The row of an attacker shows what its outcome rests on.
TEST(Risks, TheWorstRiskOfAnAttackerDecidesItsOutcome) {
  const Result result = audited("noise(snr=3)", {"outsider", "pairs=5", "thief"});
  for (const AttackerResult& attacker : result.masks[0].attackers)
    EXPECT_EQ(worst_risk(attacker, result.thresholds).level >= RiskLevel::some, attacker.status() == Status::succeeded)
        << attacker.attacker.text();
}

TEST(NextStep, NamesTheMaskWithMoreNoise) {
  EXPECT_EQ(with_more_noise("noise(snr=2)", 11.2), "noise(snr=0.17)");  // 0.1786, and less hides more
  EXPECT_EQ(with_more_noise("noise(law=laplace,snr=0.5)", 4), "noise(law=laplace,snr=0.12)");
  EXPECT_EQ(with_more_noise("noise(sd=3)", 4), "noise(sd=6.03)");
  EXPECT_EQ(with_more_noise("noise(snr=[1,2])", 4), "");
  EXPECT_EQ(with_more_noise("standardize | noise(snr=2)", 4), "");
}

/// The factor of theory/noise_needed stands in the advice; a mask that is no noise gets the search.
TEST(NextStep, IsMoreNoiseWhereThatCouldHelp) {
  const Result noise = audited("noise(snr=3)", {"outsider"}), turned = audited("rotate", {"pairs=5"});
  ASSERT_TRUE(noise.masks[0].noise_to_resist);
  EXPECT_GT(*noise.masks[0].noise_to_resist, 10);  // a share of 0.19 takes an snr below 0.19 / 0.81
  EXPECT_NE(verdict_of(noise.masks[0], noise).next.find("Use more noise"), std::string::npos);
  EXPECT_FALSE(turned.masks[0].noise_to_resist);
  EXPECT_TRUE(verdict_of(turned.masks[0], turned).next.starts_with("Change the mask"));
}

TEST(NextStep, OfUnmaskedIdentifiersIsToRemoveThem) {
  Result result = audited("noise(snr=3)", {"outsider"});
  result.identified = 1;
  EXPECT_TRUE(verdict_of(result.masks[0], result).next.starts_with("Remove or coarsen the unmasked columns"));
}

}  // namespace risks_test
}  // namespace guise::audit
