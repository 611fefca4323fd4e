// SPDX-License-Identifier: Apache-2.0
// Codes and digits.
#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace coarsen_test {

Matrix column(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Index>(values.size()));
}

TEST(Coarsen, ReleasesTheCodeForWhatIsBeyondIt) {
  EXPECT_EQ(masked("coarsen(top=5)", column({1, 5, 9, -3})), column({1, 5, 5, -3}));
  EXPECT_EQ(masked("coarsen(bottom=0,top=5)", column({1, 5, 9, -3})), column({1, 5, 5, 0}));
  EXPECT_TRUE(prepared("coarsen(top=5)", column({1, 2})).keeps_integers());
  EXPECT_FALSE(prepared("coarsen(top=5.5)", column({1, 2})).keeps_integers());
}

TEST(Coarsen, RoundsToSignificantDigits) {
  EXPECT_EQ(masked("coarsen(digits=2)", column({1234, 0.0987, -5551, 0, 15, 9.96, 1e300})),
            column({1200, 0.099, -5600, 0, 15, 10, 1e300}));
}

TEST(Coarsen, ComputesCodesFromTheDataAndPutsThemOnTheCard) {
  const Matrix values = Vector::LinSpaced(101, 0, 100);
  const Prepared plan = prepared("coarsen(share=0.05)", values);
  const StepCard step = plan.card().steps[0];
  EXPECT_EQ(step.effect, Effect::limits);
  EXPECT_TRUE(step.learnt);
  EXPECT_EQ(step.low, std::vector<double>{5});
  EXPECT_EQ(step.high, std::vector<double>{95});
  Card card = plan.card();
  card.key_fingerprint = fixed_key(1).fingerprint();
  table::Chunk chunk{.first_record = 0, .values = values};
  prepare_from_card(card, fixed_key(1)).apply(chunk);
  EXPECT_EQ(chunk.values, masked("coarsen(share=0.05)", values));
}

TEST(Coarsen, RefusesBadInputWithASentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"coarsen", "give top=, bottom=, share= or digits="},
      {"coarsen(top=1,share=0.1)", "share= computes both codes"},
      {"coarsen(top=1,bottom=2)", "the bottom code 2 of column 'c1' must be below its top code 1"},
      {"coarsen(share=0.6)", "share must satisfy 0 < N <= 0.5"},
      {"coarsen(digits=0)", "digits must satisfy 1 <= N <= 15"},
  };
  for (const auto& [spec, sentence] : cases)
    EXPECT_NE(refusal([text = spec] { prepared(text, column({1, 2, 3})); }).find(sentence), std::string::npos) << spec;
  EXPECT_NE(refusal([] { prepared("coarsen(share=0.1)", column({3, 3, 3})); }).find("is constant"), std::string::npos);
}

}  // namespace coarsen_test
}  // namespace guise::masks
