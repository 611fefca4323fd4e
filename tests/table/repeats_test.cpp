// SPDX-License-Identifier: Apache-2.0
#include "table/repeats.h"

#include <gtest/gtest.h>

namespace guise::table {
namespace repeats_test {

TEST(Repeats, FindsTheOnePairAmongFewTexts) {
  Repeats some;
  for (int i = 0; i < 4000; ++i) some.add(std::to_string(i));
  EXPECT_FALSE(some.found());
  some.add("1234");
  EXPECT_TRUE(some.found());
  EXPECT_EQ(some.text(), "1234");
}

TEST(Repeats, FindsNoneAmongManyDifferentTexts) {
  Repeats some;
  for (int i = 0; i < 60'000; ++i) some.add(std::to_string(i));
  EXPECT_FALSE(some.found());
}

/// One text in a hundred comes twice: of the 4096 or more that are compared, about forty.
TEST(Repeats, FindsThemAmongManyWhereTheyAreNotRare) {
  Repeats some;
  for (int i = 0; i < 60'000; ++i) some.add(std::to_string(i));
  for (int i = 0; i < 600; ++i) some.add(std::to_string(100 * i));
  EXPECT_TRUE(some.found());
}

TEST(Repeats, CountsEmptyTexts) {
  Repeats some;
  some.add("");
  some.add("");
  EXPECT_TRUE(some.found());
}

}  // namespace repeats_test
}  // namespace guise::table
