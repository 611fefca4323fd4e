// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guise {
namespace text_test {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Text, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(text_width("age"), 3u);
  EXPECT_EQ(text_width("größe"), 5u);
  EXPECT_EQ(text_width("年収"), 4u);
  EXPECT_EQ(text_width("\xff\xe5"), 2u) << "bytes that are no UTF-8";
}

TEST(Text, ShortenNeverCutsACharacter) {
  EXPECT_EQ(shorten("größe", 5), "größe");
  EXPECT_EQ(shorten("größe", 4), "grö…");
  EXPECT_EQ(shorten("年収年収", 6), "年収…") << "the third would need columns 5 and 6, and the ellipsis one";
}

TEST(Text, WrapKeepsEveryWordAndEveryLineShort) {
  std::string text, long_list = "noise(sd=[";
  for (int i = 0; i < 60; ++i) long_list += "1.2345,";
  for (int i = 0; i < 40; ++i) text += "größe " + std::string(static_cast<std::size_t>(i), 'x') + " ";
  text += long_list + " " + std::string(200, 'y');
  std::string joined;
  for (const std::string& line : lines_of(wrap(text, 6, 3))) {
    EXPECT_LE(text_width(line), kTerminal);
    for (const char c : line) joined += c == ' ' ? "" : std::string(1, c);
  }
  std::erase(text, ' ');
  EXPECT_EQ(joined, text);
}

TEST(Text, WrapBreaksALongListAfterAComma) {
  const std::string item = std::string(49, 'a') + ",";
  EXPECT_EQ(wrap(item + item + "b", 2), item + "\n  " + item + "b\n");
}

TEST(Text, WrapOfShortTextIsTheText) {
  EXPECT_EQ(wrap("a b", 6, 3), "   a b\n");
  EXPECT_EQ(wrap(""), "\n");
}

TEST(Text, PrintableWritesOutWhatATerminalObeys) {
  EXPECT_EQ(printable("age in years, größer, 年齢, a\xE2\x80\x8D b"), "age in years, größer, 年齢, a\xE2\x80\x8D b");
  EXPECT_EQ(printable("a\x1b[31mb\r\n\tc\x7f"), "a\\x1b[31mb\\x0d\\n\\tc\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xC2\x9B\x32J"), "\\u009b2J") << "the one-character form of an escape";
  EXPECT_EQ(printable("\xE2\x80\xAE\xD8\x9C\xE2\x81\xA6\xE2\x80\x8B\xEF\xBB\xBF\xF3\xA0\x81\x81"),
            "\\u202e\\u061c\\u2066\\u200b\\ufeff\\ue0041");
  EXPECT_EQ(printable("\xff\xC0\x9B\xE2\x82\xED\xA0\x80\xF5\x80\x80\x80"),
            "\\xff\\xc0\\x9b\\xe2\\x82\\xed\\xa0\\x80\\xf5\\x80\\x80\\x80")
      << "bytes that are no UTF-8, among them long forms of short characters";
}

TEST(Text, EveryPathToTheTerminalIsPrintable) {
  const std::string name = "x\x1b[2Jy\nz";
  EXPECT_EQ(shorten(name, 40), "x\\x1b[2Jy\\nz");
  EXPECT_EQ(shorten(name, 4), "x\\x…");
  EXPECT_EQ(wrap(name), "x\\x1b[2Jy\\nz\n");
  EXPECT_EQ(printable_lines("a\x1b\nb\n\nc"), "a\\x1b\nb\n\nc");
}

}  // namespace text_test
}  // namespace guise
