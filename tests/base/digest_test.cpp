// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <gtest/gtest.h>

#include <vector>

namespace guise {
namespace digest_test {

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Digest, IsBlake2b256) {
  // Python: hashlib.blake2b(b"abc", digest_size=32).hexdigest(), and of b"".
  Digest abc;
  abc.add(bytes("abc"));
  EXPECT_EQ(to_hex(abc.finish()), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(to_hex(Digest().finish()), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

TEST(Digest, OfBytesDoesNotDependOnHowTheyAreCut) {
  Digest whole, parts;
  whole.add(bytes("guise masks tables"));
  parts.add(bytes("guise "));
  parts.add(bytes(""));
  parts.add(bytes("masks tables"));
  EXPECT_EQ(whole.finish(), parts.finish());
}

TEST(Digest, OfTextsDoesNotRunThemTogether) {
  Digest one, other;
  one.add(std::string_view("ab"));
  one.add(std::string_view("c"));
  other.add(std::string_view("a"));
  other.add(std::string_view("bc"));
  EXPECT_NE(one.finish(), other.finish());
}

TEST(ToHex, WritesTwoDigitsPerByte) {
  const std::vector<std::uint8_t> values = {0, 9, 0xab, 0xff};
  EXPECT_EQ(to_hex(values), "0009abff");
  EXPECT_EQ(to_hex({}), "");
}

}  // namespace digest_test
}  // namespace guise
