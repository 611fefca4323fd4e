// SPDX-License-Identifier: Apache-2.0
#include "base/names.h"

#include <gtest/gtest.h>

namespace guise {
namespace names_test {

const std::vector<std::string_view> kAttacks = {"mean", "principal", "spectral", "bayes", "univariate"};

TEST(NearestName, FindsTheOneThatWasMeant) {
  EXPECT_EQ(nearest_name("principle", kAttacks), "principal");
  EXPECT_EQ(nearest_name("spectrl", kAttacks), "spectral");
  EXPECT_EQ(nearest_name("bayse", kAttacks), "bayes");
  EXPECT_EQ(nearest_name("bayes", kAttacks), "bayes");
}

TEST(NearestName, TakesTheBeginningOfAName) {
  EXPECT_EQ(nearest_name("univ", kAttacks), "univariate");
}

TEST(NearestName, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("zzzzzzzz", kAttacks), "");
  EXPECT_EQ(nearest_name("x", {}), "");
  const std::vector<std::string_view> letters = {"a", "b", "k2"};
  EXPECT_EQ(nearest_name("z", letters), "") << "no letter in common";
  EXPECT_EQ(nearest_name("xy", letters), "");
  EXPECT_EQ(nearest_name("k1", letters), "k2");
}

TEST(DidYouMean, IsTheEndOfASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("bayse", kAttacks), "; did you mean 'bayes'?");
  EXPECT_EQ(did_you_mean("zzzzzzzz", kAttacks), "");
}

TEST(Enumerate, JoinsNamesAsInASentence) {
  EXPECT_EQ(enumerate(std::vector<std::string>{}), "");
  EXPECT_EQ(enumerate(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(enumerate(std::vector<std::string>{"a", "b"}), "a and b");
  EXPECT_EQ(enumerate(std::vector<std::string>{"a", "b", "c"}), "a, b and c");
}

}  // namespace names_test
}  // namespace guise
