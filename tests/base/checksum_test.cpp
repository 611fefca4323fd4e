// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <string_view>
#include <vector>

namespace guise {
namespace checksum_test {

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Checksum, IsPoly1305) {
  // RFC 8439, section 2.5.2, in two pieces.
  const auto key = from_hex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b");
  Checksum sum(*key);
  sum.add(bytes("Cryptographic Forum "));
  sum.add(bytes("Research Group"));
  EXPECT_EQ(to_hex(sum.finish()), "a8061dc1305136c6c22b8baf0c0127a9");
}

// Lengths around the blocks of 16, 64 and more bytes that fast kernels take, in one piece and in two.
TEST(Checksum, IsThatOfLibsodium) {
  Bytes32 key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(37 * i + 5);
  std::vector<std::uint8_t> text(70'000);
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<std::uint8_t>(i * i / 7);
  for (const std::size_t length : {0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 1023, 4096, 65'537, 70'000}) {
    Bytes16 expected;
    crypto_onetimeauth(expected.data(), text.data(), length, key.data());
    const auto all = std::span<const std::uint8_t>(text).first(length);
    Checksum whole(key), pieces(key);
    whole.add(all);
    pieces.add(all.first(length / 3));
    pieces.add(all.subspan(length / 3));
    EXPECT_EQ(whole.finish(), expected) << length;
    EXPECT_EQ(pieces.finish(), expected) << length;
  }
}

TEST(Checksum, DependsOnTheKey) {
  Checksum one(Bytes32{1}), two(Bytes32{2});
  one.add(bytes("abc"));
  two.add(bytes("abc"));
  EXPECT_NE(one.finish(), two.finish());
}

}  // namespace checksum_test
}  // namespace guise
