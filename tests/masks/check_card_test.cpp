// SPDX-License-Identifier: Apache-2.0
// Cards that were changed by hand are found out; cards that guise writes are not.
#include <gtest/gtest.h>

#include <functional>

#include "masked.h"

namespace guise::masks {
namespace check_card_test {

Card card_of(const char* spec) {
  Card card = prepared(spec, correlated(500, 3)).card();
  card.records = 500;
  return card;
}

std::string complaint(const Card& card) {
  return refusal([&] { check_card(card, "some.card.json"); });
}

TEST(CheckCard, FindsNothingWrongWithWhatGuiseWrites) {
  for (const char* spec : {"noise(sd=3)", "noise(snr=2,law=laplace)", "noise(snr=1,shape=data)", "noise(sd=[3,4,5],grid=0.5)",
                           "noise(snr=2,grid=0.5)", "multiply(sd=0.2) | noise(sd=1)", "standardize | rotate",
                           "standardize(center=1,scale=2) | noise(sd=1)", "bin(count=5)", "bin(width=2)", "round(width=0.5)",
                           "clip(radius=90)", "rotate | translate(sd=5) | noise(sd=1)", "permute", "scale(low=0.5,high=3)",
                           "project(k=2)", "project(rate=0.5,law=sparse)", "project(k=2,law=orthonormal) | noise(snr=3)",
                           "project(k=2,law=sign,scaled=no,sd=2) | rotate"})
    EXPECT_EQ(complaint(card_of(spec)), "") << spec;
  Card sums = card_of("project(k=20,side=records) | noise(sd=1)");
  EXPECT_NE(complaint(sums), "") << "500 records of 20 sums";
  sums.records = 20;
  EXPECT_EQ(complaint(sums), "");
}

TEST(CheckCard, RefusesWhatContradictsTheMask) {
  const std::pair<const char*, std::function<void(Card&)>> changes[] = {
      {"does not have 1 steps", [](Card& card) { card.steps.pop_back(); }},
      {"step 2 is", [](Card& card) { card.mask = "project(k=2) | noise(sd=2)"; }},
      {"step 1 is", [](Card& card) { card.steps[0].text = "project(k=1)"; }},
      {"step 1 is", [](Card& card) { card.steps[0].step = "rotate"; }},
      {"does not match that step", [](Card& card) { card.steps[0].outputs = 3; }},
      {"does not match that step", [](Card& card) { card.steps[0].law = "sign"; }},
      {"does not match that step",
       [](Card& card) {
         card.steps[1].sd = {2, 2};
       }},
      {"not have one number for each",
       [](Card& card) {
         card.steps[1].sd = {1, 1, 1};
       }},
      {"the columns it names", [](Card& card) { card.columns.push_back("y3"); }},
      {"the columns it names", [](Card& card) { card.columns = card.attributes; }},
      {"cannot be negative", [](Card& card) { card.records = -1; }},
      {"columns of the release or of its originals are missing", [](Card& card) { card.attributes.clear(); }},
  };
  for (const auto& [says, change] : changes) {
    Card card = card_of("project(k=2) | noise(sd=1)");
    change(card);
    const std::string sentence = complaint(card);
    EXPECT_NE(sentence.find("some.card.json contradicts itself"), std::string::npos) << says;
    EXPECT_NE(sentence.find(says), std::string::npos) << sentence;
  }
}

TEST(CheckCard, RefusesAWrongNumberOfLearntValues) {
  Card card = card_of("noise(snr=2)");
  card.steps[0].sd.pop_back();
  EXPECT_NE(complaint(card).find("not have one number for each of 3 columns"), std::string::npos);
}

}  // namespace check_card_test
}  // namespace guise::masks
