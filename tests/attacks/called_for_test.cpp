// SPDX-License-Identifier: Apache-2.0
#include "attacks/called_for.h"

#include <gtest/gtest.h>

#include "attacks/attack.h"

namespace guise::attacks {
namespace called_for_test {

/// What the tests would have found.
stats::PriorKnowledge found(double independent, double laplace, double normal, Index attributes = 3) {
  stats::PriorKnowledge known;
  for (Index j = 0; j < attributes; ++j)
    known.attributes.push_back({.column = j, .kurtosis = 0, .most_equal = 0, .laplace = {0, laplace}, .normal = {0, normal}});
  known.independence.p_value = independent;
  known.normal = stats::Significance{0, normal};
  return known;
}

std::vector<std::string> names(const stats::PriorKnowledge& known) {
  std::vector<std::string> out;
  for (const CalledFor& entry : called_for(known)) out.push_back(entry.attack);
  return out;
}

TEST(CalledFor, IsTableOneOfPaper004WhereItSpeaks) {
  EXPECT_EQ(names(found(0.5, 0.5, 0.01)).front(), "sparse");                    // UICA
  EXPECT_EQ(names(found(0.01, 0.01, 0.5)), std::vector<std::string>{"bayes"});  // MAP
}

TEST(CalledFor, TakesIndependentComponentsWhereAtMostOneIsNormal) {
  EXPECT_EQ(names(found(0.5, 0.01, 0.01)), (std::vector<std::string>{"ica", "bayes(prior=mixture)"}));
  EXPECT_EQ(names(found(0.5, 0.01, 0.5)), std::vector<std::string>{"bayes"});
  EXPECT_EQ(names(found(0.5, 0.01, 0.01, 1)), std::vector<std::string>{"bayes(prior=mixture)"});
}

TEST(CalledFor, TakesAMixtureWhereNeitherRowFits) {
  EXPECT_EQ(names(found(0.01, 0.01, 0.01)), std::vector<std::string>{"bayes(prior=mixture)"});
  stats::PriorKnowledge untested = found(0.01, 0.01, 0.01);
  untested.normal.reset();
  EXPECT_EQ(names(untested), std::vector<std::string>{"bayes(prior=mixture)"});
}

TEST(CalledFor, LooksForWholeNumbersWhereThereAre) {
  stats::PriorKnowledge known = found(0.01, 0.01, 0.5);
  known.attributes[1].whole = true;
  EXPECT_EQ(names(known), (std::vector<std::string>{"bayes", "integers"}));
  EXPECT_EQ(called_for(known).back().reason.substr(0, 35), "1 of 3 attributes are whole numbers");
  EXPECT_NO_THROW(find_attack("integers"));
}

TEST(CalledFor, NamesAttacksThatExistWithParametersTheyTake) {
  for (const double independent : {0.01, 0.5})
    for (const double normal : {0.01, 0.5})
      for (const std::string& name : names(found(independent, 0.5, normal))) {
        const Call call = parse_call(name);
        EXPECT_NO_THROW(check_params(find_attack(call.name).params, call, "attack")) << name;
      }
}

TEST(CalledFor, SaysNothingAboutConstants) {
  EXPECT_TRUE(called_for(stats::PriorKnowledge{}).empty());
}

}  // namespace called_for_test
}  // namespace guise::attacks
