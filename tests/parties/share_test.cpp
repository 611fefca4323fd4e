// SPDX-License-Identifier: Apache-2.0
#include "parties/share.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include "parties/party_fixtures.h"
#include "random/derive.h"
#include "random/key_share.h"

namespace guise::parties {
namespace share_test {

random::SecretBytes half(std::uint8_t byte) {
  Bytes32 bytes{};
  bytes.fill(byte);
  return random::SecretBytes(bytes);
}

class Share : public ::testing::Test {
 protected:
  std::string refused(const std::string& text) const {
    return refusal_of([&] { open_share(text, "k.share", south_, north_.open()); });
  }

  const SecretIdentity north_ = fixed_party("north", 7), south_ = fixed_party("south", 8), east_ = fixed_party("east", 9);
  const std::string text_ = share_text(half(0xa5), north_, south_.open());
};

TEST_F(Share, IsOpenedByItsPartner) {
  EXPECT_EQ(open_share(text_, "k.share", south_, north_.open()).bytes(), half(0xa5).bytes());
  EXPECT_EQ(text_.find("a5a5"), text_.npos);
  EXPECT_EQ(text_.find(to_base64(half(0xa5).bytes()).substr(0, 12)), text_.npos);
  EXPECT_NE(share_text(half(0xa5), north_, south_.open()), text_);  // nobody sees that it is the same key again
}

TEST_F(Share, IsRefusedByTheWrongPersonAndFromTheWrongSender) {
  EXPECT_EQ(refusal_of([&] { open_share(text_, "k.share", east_, north_.open()); }), "k.share is for 'south', not for 'east'");
  EXPECT_EQ(refusal_of([&] { open_share(text_, "k.share", south_, east_.open()); }),
            "k.share is from 'north', not from 'east'");
  const SecretIdentity another = fixed_party("north", 70);
  EXPECT_EQ(refusal_of([&] { open_share(text_, "k.share", south_, another.open()); }),
            "k.share is from another party of the name 'north', with other keys; compare fingerprints with: guise party show");
  EXPECT_EQ(refusal_of([&] { share_text(half(1), north_, north_.open()); }),
            "'north' would share the key with itself; name the partner's public file");
}

TEST_F(Share, EveryChangedLetterAndEveryCutIsRefused) {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    std::string changed = text_;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_NE(refused(changed), "accepted") << i;
    EXPECT_NE(refused(text_.substr(0, i)), "accepted") << i;
  }
  EXPECT_EQ(refused(text_.substr(0, 100)), "k.share is damaged or cut short; ask the partner for it again");
  EXPECT_EQ(refused(text_ + "\n"), "k.share is damaged or cut short; ask the partner for it again");
  EXPECT_EQ(refused(replaced(text_, "guise-share-1", "guise-share-2")),
            "k.share is a share of version '2'; this version of guise reads version 1");
  EXPECT_EQ(refused("a,b\n1,2\n"), "k.share is no share of a key; name the file that the partner's 'guise key share' wrote");
}

TEST_F(Share, AForgedEnvelopeDoesNotHelp) {
  // Another's share under north's name: the seal opens, the signature inside is not north's.
  const std::string by_east = share_text(half(1), east_, south_.open());
  const std::string line = text_.substr(text_.find("from="), text_.find("for=") - text_.find("from="));
  const std::string theirs = by_east.substr(by_east.find("from="), by_east.find("for=") - by_east.find("from="));
  EXPECT_EQ(refused(with_check(replaced(by_east, theirs, line))),
            "k.share is not signed by 'north': another party made it; do not use it, and tell 'north'");
  // Bytes of the seal changed, with a check that fits.
  const std::size_t at = text_.find("sealed=") + 100;
  std::string changed = text_;
  changed[at] = changed[at] == 'A' ? 'B' : 'A';
  EXPECT_EQ(refused(with_check(changed)), "k.share was changed on its way: it cannot be opened; ask 'north' for it again");
}

/// East opens what north sealed for it, and seals the same content, with north's signature, for south.
TEST_F(Share, CannotBePassedOnInTheSendersName) {
  const std::string for_east = share_text(half(3), north_, east_.open());
  const std::size_t at = for_east.find("sealed=") + 7;
  std::array<std::uint8_t, 96 + kSealBytes> sealed{};
  ASSERT_TRUE(read_base64(for_east.substr(at, for_east.find('\n', at) - at), sealed));
  std::array<std::uint8_t, 96> content{};
  ASSERT_TRUE(east_.unseal(sealed, content));
  ASSERT_TRUE(seal(content, south_.open(), sealed));
  const std::size_t ours = text_.find("sealed=") + 7;
  std::string passed_on = text_;
  passed_on.replace(ours, text_.find('\n', ours) - ours, to_base64(sealed));
  EXPECT_EQ(refused(with_check(passed_on)),
            "k.share is not signed by 'north': another party made it; do not use it, and tell 'north'");
}

TEST(KeyShare, GivesAKeyWithTheSameSharedHalfAndAnotherOwnHalf) {
  const random::Key key = random::Key::create();
  const random::SecretText original = key.text(), one = random::key_text_with(random::shared_half(key)),
                           two = random::key_text_with(random::shared_half(key));
  const auto line = [](std::string_view text, std::string_view name) { return text.substr(text.find(name), name.size() + 64); };
  EXPECT_EQ(line(one, "shared="), line(original, "shared="));
  EXPECT_NE(line(one, "own="), line(original, "own="));
  EXPECT_NE(line(one, "own="), line(two, "own="));
}

}  // namespace share_test
}  // namespace guise::parties
