// SPDX-License-Identifier: Apache-2.0
// Chains: reading, canonical text, learning through earlier steps, running backwards.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "masked.h"

namespace guise::masks {
namespace mask_test {

std::string text_of(const std::string& spec) {
  return Mask::parse(spec).text();
}

TEST(Mask, TheSameMaskHasTheSameText) {
  EXPECT_EQ(text_of("noise( law = laplace , sd=5.0 )"), "noise(law=laplace,sd=5)");
  EXPECT_EQ(text_of("noise(sd=5,law=gaussian,shape=white)"), "noise(sd=5)") << "defaults are left out";
  EXPECT_EQ(text_of("noise(sd=[1.0, 2.50])"), "noise(sd=[1,2.5])");
  EXPECT_EQ(text_of("noise(sd=[3])"), "noise(sd=3)");
  EXPECT_EQ(text_of("standardize|round( )"), "standardize | round");
  EXPECT_EQ(text_of("round(width=1.0)"), "round");
}

TEST(Mask, TextReadsBackToItself) {
  for (const char* spec :
       {"standardize | noise(snr=2)", "noise(sd=0.1,similarity=-0.25)", "bin(count=7) | clip(radius=1e+300)"})
    EXPECT_EQ(text_of(text_of(spec)), text_of(spec));
}

TEST(Mask, RefusesUnknownStepsWithTheNearestName) {
  EXPECT_EQ(refusal([] { Mask::parse("nose(sd=1)"); }).substr(0, 49), "there is no step 'nose'; did you mean 'noise'? (s");
}

TEST(Mask, RefusesContradictionsBeforeATableIsRead) {
  EXPECT_NE(refusal([] { Mask::parse("round | noise(sd=1,snr=2)"); }), "");
}

TEST(Prepare, AStepLearnsWhatTheStepsBeforeItLeave) {
  // Standardised columns have variance 1, so noise at snr 4 after it has sd 1/2 whatever the columns were.
  const Card card = prepared("standardize | noise(snr=4)", correlated(3000, 3)).card();
  ASSERT_EQ(card.steps.size(), 2u);
  for (const double sd : card.steps[1].sd) EXPECT_NEAR(sd, 0.5, 1e-12);
}

TEST(Prepare, LearnsFromTheRecordsThatAreNotDropped) {
  Matrix values = correlated(3000, 2);
  const Matrix present = values.bottomRows(2000);
  for (Index i = 0; i < 1000; ++i) values(i, i % 2) = std::numeric_limits<double>::quiet_NaN();
  const auto sd = prepared("noise(snr=1)", values, {.missing = table::Missing::drop}).card().steps[0].sd;
  const auto expected = prepared("noise(snr=1)", present).card().steps[0].sd;
  for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(sd[j], expected[j], 1e-10 * expected[j]);
}

TEST(Prepare, NumbersStepsSoThatTwoEqualOnesDoNotShareTheirNoise) {
  const Matrix zero = Matrix::Zero(20000, 1);
  const Matrix twice = masked("noise(sd=1) | noise(sd=1)", zero);
  // Equal noise would double: variance 4 instead of 2. Standard error of a variance of 2 is 2 sqrt(2 / n).
  EXPECT_NEAR(twice.squaredNorm() / 20000, 2, 4 * 2 * std::sqrt(2.0 / 20000));
}

TEST(Prepared, UndoGoesBackThroughTheWholeChain) {
  const Matrix values = correlated(2500, 3);
  const Prepared plan = prepared("standardize(center=50,scale=2) | multiply(sd=0.1) | noise(sd=0.5)", values);
  table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
  plan.apply(chunk);
  EXPECT_GT((chunk.values - values).cwiseAbs().maxCoeff(), 1);
  EXPECT_TRUE(plan.undo(chunk));
  EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Prepared, UndoGoesAsFarAsItCanAndSaysSo) {
  const Matrix values = correlated(2000, 2);
  const Prepared plan = prepared("noise(sd=30) | round", values);
  table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
  plan.apply(chunk);
  EXPECT_FALSE(plan.undo(chunk));
  EXPECT_LE((chunk.values - values).cwiseAbs().maxCoeff(), 0.5 + 1e-9) << "all that is left is the rounding";
}

TEST(Prepared, SaysWhatItsStepsSay) {
  const Prepared plan = prepared("noise(sd=[2,3],grid=1) | round", correlated(10, 2));
  EXPECT_TRUE(plan.keeps_integers());
  EXPECT_TRUE(plan.any_run());
  EXPECT_FALSE(prepared("noise(sd=1,grid=0.5) | round(width=0.5)", correlated(10, 2)).keeps_integers());
  EXPECT_FALSE(prepared("noise(sd=1,shape=data)", correlated(10, 2)).any_run());
  EXPECT_EQ(prepared("standardize", correlated(10, 2)).notes(),
            std::vector<std::string>{"standardize: estimated from the data, so no formal guarantee applies"});
}

TEST(Card, HoldsNoSecretAndNoCovariance) {
  const Matrix values = correlated(500, 3);
  const random::Key key = fixed_key(1);
  const std::string text = to_json(prepared("standardize | noise(snr=2,shape=data) | noise(sd=3)", values).card()).dump();
  EXPECT_EQ(text.find("center"), std::string::npos) << "learnt, so not public: " << text;
  EXPECT_EQ(text.find("scale"), std::string::npos) << text;
  EXPECT_EQ(text.find(std::string(64, '6')), std::string::npos)
      << "a key half in hexadecimal";  // 0x65 repeated would show as 6565…
  EXPECT_EQ(text.find("6565"), std::string::npos) << text;
  const nlohmann::json steps = nlohmann::json::parse(text)["steps"];
  for (const auto& step : steps)
    for (const auto& [name, value] : step.items())
      EXPECT_TRUE(!value.is_array() || value.size() == 3) << name << " is more than one number per attribute";
}

}  // namespace mask_test
}  // namespace guise::masks
