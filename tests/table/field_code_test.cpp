// SPDX-License-Identifier: Apache-2.0
#include "table/field_code.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace guise::table {
namespace field_code_test {

std::string of_text(std::string_view text) {
  std::string out;
  append_field_code(out, text);
  return out;
}
std::string of_number(double x) {
  std::string out;
  append_number_code(out, x);
  return out;
}
std::string of_integer(std::int64_t x) {
  std::string out;
  append_integer_code(out, x);
  return out;
}

TEST(FieldCode, OfANumberIsThatOfItsValueHoweverItIsWritten) {
  for (const char* text : {"7", "7.0", "+7", "007", "7e0", "0.7e1", "70e-1"}) EXPECT_EQ(of_text(text), of_number(7)) << text;
  for (const char* text : {"0", "-0", "0.000", "0e9"}) EXPECT_EQ(of_text(text), of_number(0)) << text;
  EXPECT_EQ(of_text("0.30000000000000004"), of_number(0.1 + 0.2)) << "the shortest digits of a double";
  EXPECT_EQ(of_text("1.7976931348623157e+308"), of_number(std::numeric_limits<double>::max()));
  EXPECT_EQ(of_text("5e-324"), of_number(5e-324));
  EXPECT_EQ(of_number(-0.0), of_number(0));
}

TEST(FieldCode, OfATextThatNoDoubleSaysIsTheText) {
  for (const char* text : {"", "a", "NA", "nan", "1 ", " 1", "0x10", "1e", "--1", "+-1", "1e999", "12,5", "2026-11-18"})
    EXPECT_EQ(of_text(text),
              std::string("\2") + static_cast<char>(std::string_view(text).size()) + std::string(3, '\0') + text);
  // One digit more than the double has is another number, and its double the same.
  EXPECT_NE(of_text("0.300000000000000041"), of_number(0.1 + 0.2));
  EXPECT_NE(of_text("9007199254740993"), of_text("9007199254740992"));
  EXPECT_NE(of_text("4.9e-324"), of_text("5e-324"));
  EXPECT_EQ(of_number(std::nan("")), of_text("nan"));
  EXPECT_EQ(of_number(-INFINITY), of_text("-inf"));
}

TEST(FieldCode, OfAWholeNumberIsThatOfItsDigits) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  for (const std::int64_t x : {std::int64_t{0}, std::int64_t{-12}, kExact, -kExact, kExact + 1, -kExact - 1,
                               std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
    EXPECT_EQ(of_integer(x), of_text(std::to_string(x))) << x;
  EXPECT_NE(of_integer(kExact + 1), of_integer(kExact));
  for (const std::vector<std::int64_t>& some : {std::vector<std::int64_t>{3, -1, 0, kExact}, {7, kExact + 1, -2}}) {
    std::string one_by_one, together = "x";
    for (const std::int64_t x : some) append_integer_code(one_by_one, x);
    append_integer_codes(together, some.data(), static_cast<std::int64_t>(some.size()));
    EXPECT_EQ(together, "x" + one_by_one);
  }
}

}  // namespace field_code_test
}  // namespace guise::table
