// SPDX-License-Identifier: Apache-2.0
#include "table/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace guise::table {
namespace number_text_test {

std::string written(double x) {
  char text[kNumberText];
  return {text, write_number(text, x)};
}

TEST(NumberText, IsTheShortestThatReadsBackAsTheSameBits) {
  std::uint64_t state = 88172645463325252ULL;
  for (int i = 0; i < 200'000; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    double x = std::bit_cast<double>(state);
    if (!std::isfinite(x)) continue;
    if (i % 2 == 0) x = static_cast<double>(state >> 40) / 1000 - 8000;  // everyday sizes
    const std::string text = written(x);
    double back = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_TRUE(error == std::errc() && end == text.data() + text.size()) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(x)) << text;
    // As many digits as the standard library's shortest form.
    char shortest[64];
    const std::string theirs(shortest, std::to_chars(shortest, shortest + 64, x, std::chars_format::scientific).ptr);
    const auto digits = [](const std::string& s) {
      std::string some;
      for (const char c : s.substr(0, s.find('e'))) {
        if (c >= '0' && c <= '9') some += c;
      }
      some.erase(0, some.find_first_not_of('0'));
      some.erase(some.find_last_not_of('0') + 1);
      return some;
    };
    ASSERT_EQ(digits(text), digits(theirs));
  }
}

TEST(NumberText, LooksAsExpected) {
  EXPECT_EQ(written(0), "0");
  EXPECT_EQ(written(-0.0), "-0");
  EXPECT_EQ(written(1), "1");
  EXPECT_EQ(written(-120), "-120");
  EXPECT_EQ(written(0.001), "0.001");
  EXPECT_EQ(written(1e16), "10000000000000000");
  EXPECT_EQ(written(1e17), "1e17");
  EXPECT_EQ(written(1.5e-7), "1.5e-7");
  EXPECT_EQ(written(123456.789), "123456.789");
  EXPECT_EQ(written(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_LE(written(-1.2345678901234567e-300).size(), kNumberText);
  char text[kNumberText];
  EXPECT_EQ(std::string(text, write_integer(text, -9007199254740991.0)), "-9007199254740991");
}

TEST(NumberText, TellsNumbersFromWords) {
  EXPECT_EQ(read_number(" +1.5e3\t"), 1500.0);
  EXPECT_EQ(read_number("-0"), 0.0);
  EXPECT_TRUE(std::isnan(*read_number("n/A")));
  EXPECT_TRUE(std::isnan(*read_number("  ")));
  EXPECT_TRUE(std::isinf(*read_number("1e999")));
  EXPECT_TRUE(std::isinf(*read_number("-Infinity")));
  for (const char* word : {"abc", "1,5", "1.5.2", "--1", "+-1", "+", "0x10", "1e", "nan(7)", "12 13"})
    EXPECT_FALSE(read_number(word)) << word;
}

// A whole number is refused only where no program would have printed it for the double that it reads as.
TEST(IsRoundedInteger, TellsIntegersThatWereRoundedFromPrintedDoubles) {
  for (const std::string_view text :
       {"18446744073709551615", "-9007199254740993", " 0018446744073709551617", "9223372036854775809", "123456789012345678901"})
    EXPECT_TRUE(is_rounded_integer(text, *read_number(text))) << text;
  for (const std::string_view text :
       {"9007199254740991", "9007199254740992", "18446744073709551616", "98765432109876540", "98765432109876544",
        "123456789012345680000", "1.8446744073709551615e19", "1e300", "12345678901234567.5", "0", "1e999"})
    EXPECT_FALSE(is_rounded_integer(text, *read_number(text))) << text;
}

// Whatever guise itself prints can be read again.
TEST(IsRoundedInteger, TakesEveryPrintedDouble) {
  char text[kNumberText];
  double x = 9007199254740992.0;
  for (int i = 0; i < 2000 && x < 1e25; ++i, x *= 1.0123456789) {
    const double whole = std::floor(x);
    const char* end = write_number(text, whole);
    EXPECT_FALSE(is_rounded_integer({text, static_cast<std::size_t>(end - text)}, whole)) << whole;
  }
}

}  // namespace number_text_test
}  // namespace guise::table
