// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <gtest/gtest.h>

#include <string_view>

namespace guise {
namespace {

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

TEST(Checksum, DependsOnTheKey) {
  Checksum one(Bytes32{1}), two(Bytes32{2});
  one.add(bytes("abc"));
  two.add(bytes("abc"));
  EXPECT_NE(one.finish(), two.finish());
}

}  // namespace
}  // namespace guise
