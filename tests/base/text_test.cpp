// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace guise {
namespace {

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

}  // namespace
}  // namespace guise
