// SPDX-License-Identifier: Apache-2.0
#include "parties/secret_identity.h"

#include <gtest/gtest.h>

#include "parties/party_fixtures.h"

namespace guise::parties {
namespace secret_identity_test {

TEST(SecretIdentity, IsReadBackFromItsText) {
  const SecretIdentity north = SecretIdentity::create("north");
  const random::SecretText text = north.text();
  EXPECT_FALSE(SecretIdentity::is_protected(text));
  EXPECT_EQ(SecretIdentity::read(text, "north.secret").open().text(), north.open().text());
}

TEST(SecretIdentity, OpensUnderItsPassphraseOnly) {
  const SecretIdentity north = fixed_party("north", 7);
  const std::string text(std::string_view(north.text("correct horse")));
  ASSERT_TRUE(SecretIdentity::is_protected(text));
  EXPECT_EQ(text.find("sign="), text.npos);
  EXPECT_EQ(text.find(std::string_view(to_hex(std::array<std::uint8_t, 8>{7}))), text.npos);
  EXPECT_EQ(SecretIdentity::read(text, "north.secret", "correct horse").open().text(), north.open().text());
  EXPECT_EQ(refusal_of([&] { SecretIdentity::read(text, "north.secret", "correct hors"); }),
            "the passphrase does not open north.secret; try again");
  // The name is in clear and guarded all the same, even by somebody who puts a fitting check.
  EXPECT_EQ(refusal_of([&] {
              SecretIdentity::read(with_check(replaced(text, "name=north", "name=south")), "north.secret", "correct horse");
            }),
            "the passphrase does not open north.secret; try again");
}

TEST(SecretIdentity, DamageIsSeenAndNothingIsQuoted) {
  const std::string text(std::string_view(fixed_party("north", 7).text()));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '0' ? '1' : '0';
    const std::string said = refusal_of([&] { SecretIdentity::read(changed, "x"); });
    EXPECT_NE(said, "accepted") << i;
    EXPECT_EQ(said.find("0700"), said.npos) << said;
    EXPECT_NE(refusal_of([&] { SecretIdentity::read(text.substr(0, i), "x"); }), "accepted") << i;
  }
  EXPECT_EQ(refusal_of([&] { SecretIdentity::read(replaced(text, "guise-secret-1", "guise-secret-2"), "x"); }),
            "x has an unknown version; this version of guise reads 'guise-secret-1'");
  EXPECT_EQ(refusal_of([&] { SecretIdentity::read("a,b\n", "x"); }),
            "x is no secret identity of guise; name the file NAME.secret that 'guise party new NAME' wrote");
}

TEST(SecretIdentity, OpensWhatIsSealedForItAndNothingElse) {
  const SecretIdentity north = fixed_party("north", 7), south = fixed_party("south", 8);
  const std::array<std::uint8_t, 5> content{1, 2, 3, 4, 5};
  std::array<std::uint8_t, 5 + kSealBytes> sealed{};
  std::array<std::uint8_t, 5> opened{};
  ASSERT_TRUE(seal(content, south.open(), sealed));
  EXPECT_TRUE(south.unseal(sealed, opened));
  EXPECT_EQ(opened, content);
  EXPECT_FALSE(north.unseal(sealed, opened));
  sealed[40] ^= 1;
  EXPECT_FALSE(south.unseal(sealed, opened));
}

TEST(SecretIdentity, SealsNothingForAKeyThatIsNoPoint) {
  PublicIdentity zero = fixed_party("north", 7).open();
  zero.sealing = {};
  std::array<std::uint8_t, 1 + kSealBytes> sealed{};
  EXPECT_FALSE(seal(std::array<std::uint8_t, 1>{1}, zero, sealed));
}

}  // namespace secret_identity_test
}  // namespace guise::parties
