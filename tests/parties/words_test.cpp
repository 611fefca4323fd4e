// SPDX-License-Identifier: Apache-2.0
#include "parties/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/digest.h"

namespace guise::parties {
namespace words_test {

/// How many letters must be changed, added or left out.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

TEST(FingerprintWords, AreShortPlainAndInOrder) {
  const auto words = fingerprint_words();
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  for (const std::string_view word : words) {
    EXPECT_TRUE(word.size() >= 4 && word.size() <= 8) << word;
    EXPECT_TRUE(std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })) << word;
  }
}

TEST(FingerprintWords, DifferByTwoLettersAtLeast) {
  const auto words = fingerprint_words();
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GE(edits(words[i], words[j]), 2u) << words[i] << " " << words[j];
}

TEST(FingerprintWords, NeverChange) {  // another list would give every party another fingerprint
  const std::uint8_t bytes[] = {0, 1, 127, 128, 254, 255};
  EXPECT_EQ(in_words(bytes), "acorn alarm jungle kangaroo zigzag zinc");
  EXPECT_EQ(in_words({}), "");
  std::array<std::uint8_t, 256> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  Digest digest;
  const std::string text = in_words(all);
  digest.add(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  EXPECT_EQ(to_hex(digest.finish()), "4abd3d7ba01f99a6c6cd3588fa43773f006adb57009116ef1d1fd1e576f0dac5");
}

}  // namespace words_test
}  // namespace guise::parties
