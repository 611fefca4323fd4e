// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "attacks/attack.h"
#include "base/error.h"

namespace guise::attacks {
namespace registry_test {

TEST(FindAttack, KnowsThePapersNames) {
  EXPECT_EQ(find_attack("ndr").name, "identity");
  EXPECT_EQ(find_attack("sf").name, "spectral");
  EXPECT_EQ(find_attack("pca-dr").name, "principal");
  EXPECT_EQ(find_attack("be-dr").name, "bayes");
}

TEST(FindAttack, SuggestsTheNearestNameWhenMisspelt) {
  try {
    find_attack("spectrl");
    FAIL() << "found an attack that is not there";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no attack named 'spectrl'; did you mean 'spectral'? (guise list attacks)");
  }
}

TEST(FindAttack, DoesNotTakeAnEmptyAliasForAName) {
  EXPECT_THROW(find_attack(""), Error);
}

TEST(AllAttacks, StartWithTheBaseline) {
  EXPECT_EQ(all_attacks().front()->name, "mean");
}

}  // namespace registry_test
}  // namespace guise::attacks
