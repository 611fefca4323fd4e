// SPDX-License-Identifier: Apache-2.0
#include "parties/identity.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <regex>

#include "parties/party_fixtures.h"

namespace guise::parties {
namespace identity_test {

TEST(Identity, IsReadBackFromItsText) {
  const SecretIdentity north = SecretIdentity::create("north");
  const std::string text = north.open().text();
  const PublicIdentity read = read_identity(text, "north.pub");
  EXPECT_EQ(read.text(), text);
  EXPECT_EQ(read.name, "north");
  EXPECT_EQ(read.sealing, north.open().sealing);
  EXPECT_EQ(read.fingerprint(), north.open().fingerprint());
  EXPECT_NE(SecretIdentity::create("north").open().digest(), read.digest());
}

/// Ed25519 and X25519 as RFC 8032 (section 7.1, test 1) and RFC 7748 (section 5.2, one round) have them.
TEST(Identity, HasTheKeysOfTheStandards) {
  const std::string text =
      "guise-secret-1\nname=alice\nnumber=0102030405060708\n"
      "sign=9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\n"
      "seal=0900000000000000000000000000000000000000000000000000000000000000\n";
  const SecretIdentity alice = SecretIdentity::read(text + "check=" + check_of(text) + "\n", "alice.secret");
  EXPECT_EQ(to_hex(alice.open().verifying.key), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  EXPECT_EQ(to_hex(alice.open().sealing), "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
  EXPECT_EQ(to_hex(alice.sign({})),
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe2465"
            "5141438e7a100b");
}

TEST(Identity, EveryChangedLetterOfAPublicFileIsRefused) {
  const std::string text = fixed_party("north", 7).open().text();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_NE(refusal_of([&] { read_identity(changed, "north.pub"); }), "accepted") << i;
    EXPECT_NE(refusal_of([&] { read_identity(text.substr(0, i), "north.pub"); }), "accepted") << i;
  }
  EXPECT_NE(refusal_of([&] { read_identity(text + "\n", "north.pub"); }), "accepted");
}

TEST(Identity, RefusalsNameTheReason) {
  const std::string text = fixed_party("north", 7).open().text(), other = fixed_party("north", 8).open().text();
  EXPECT_EQ(refusal_of([&] { read_identity("a,b\n1,2\n", "x.pub"); }),
            "x.pub is no public identity of guise; name the file NAME.pub that the partner's 'guise party new NAME' wrote");
  EXPECT_EQ(refusal_of([&] { read_identity(replaced(text, "guise-party-1", "guise-party-2"), "x.pub"); }),
            "x.pub is an identity of version '2'; this version of guise reads version 1");
  EXPECT_EQ(refusal_of([&] { read_identity(text.substr(0, 150), "x.pub"); }),
            "x.pub is damaged or cut short; ask its owner for the file again");
  // The name of somebody else, and the sealing key of somebody else, on keys that are whole.
  const std::string changed =
      "x.pub was changed: its signature does not cover its keys and its name; ask its owner for the file again";
  EXPECT_EQ(refusal_of([&] { read_identity(std::regex_replace(text, std::regex("north"), "south"), "x.pub"); }), changed);
  const auto line = [](const std::string& of, const std::string& name) {
    const std::size_t at = of.find(name);
    return of.substr(at, of.find('\n', at) - at);
  };
  EXPECT_EQ(refusal_of([&] { read_identity(replaced(text, line(text, "seal="), line(other, "seal=")), "x.pub"); }), changed);
}

TEST(Identity, NamesArePlain) {
  for (const char* good : {"north", "St.Mary-2", "0_a"}) EXPECT_TRUE(is_party_name(good)) << good;
  for (const char* bad : {"", ".north", "-o", "a b", "a/b", "a\n", "ä", "a\x1b[2J"}) EXPECT_FALSE(is_party_name(bad)) << bad;
  EXPECT_FALSE(is_party_name(std::string(41, 'a')));
  EXPECT_NE(refusal_of([] { SecretIdentity::create("a b"); }), "accepted");
}

}  // namespace identity_test
}  // namespace guise::parties
