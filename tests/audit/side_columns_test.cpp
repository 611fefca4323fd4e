// SPDX-License-Identifier: Apache-2.0
#include "audit/side_columns.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "stats/side_parts.h"

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

TEST(CategoryNumber, SaysSixLettersAndTheLast) {
  const auto letter = [](const char* text, int place) {
    return stats::SidePart{0, stats::SidePart::Kind::letter, place}.of(category_number(text));
  };
  for (int place = 0; place < 6; ++place) EXPECT_EQ(letter("No-0012345/E", place), letter("no0012999 x", place)) << place;
  EXPECT_NE(letter("No-0012345/E", 6), letter("No-0012345/F", 6));
  EXPECT_EQ(letter("No-0012345/E", 6), letter("Nobody's code", 6));
  EXPECT_EQ(letter("K7", 0), letter("klm", 0));
  EXPECT_EQ(letter("K7", 2), 0) << "no third letter";
  EXPECT_EQ(letter("AB-1234", 5), letter("5", 0) - 1) << "digits in order";
}

}  // namespace side_columns_test
}  // namespace guise::audit
