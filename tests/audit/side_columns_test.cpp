// SPDX-License-Identifier: Apache-2.0
#include "audit/side_columns.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace guise::audit {
namespace side_columns_test {

TEST(CategoryNumber, DatesAreInTheOrderOfTime) {
  const char* days[] = {"1999-12-31", "2019-01-15", "2019-01-15 10:22", "2019-01-16", "2019-02-01"};
  for (std::size_t i = 1; i < std::size(days); ++i) EXPECT_LT(category_number(days[i - 1]), category_number(days[i])) << i;
  EXPECT_LT(category_number("31.12.2018"), category_number("01.01.2019"));
  EXPECT_EQ(category_number("15/01/2019"), category_number("2019-01-15"));
}

TEST(CategoryNumber, TextsAreInTheirOrder) {
  const char* texts[] = {"", "A03", "A10", "b02", "B1", "E11.3", "town2", "town3"};
  for (std::size_t i = 1; i < std::size(texts); ++i) EXPECT_LT(category_number(texts[i - 1]), category_number(texts[i])) << i;
}

TEST(CategoryNumber, TextsThatBeginAlikeAreDifferentCategories) {
  std::set<double> numbers;
  for (int i = 0; i < 200; ++i) numbers.insert(category_number("department of number " + std::to_string(i)));
  EXPECT_GE(numbers.size(), 198u) << "a digest of 16 bits: two of 200 meet in 30 % of the tables";
  EXPECT_NE(category_number("male"), category_number("Male"));
  EXPECT_EQ(category_number("male"), category_number("male"));
}

}  // namespace side_columns_test
}  // namespace guise::audit
