// SPDX-License-Identifier: Apache-2.0
#include "random/key.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "random/draws.h"
#include "random/laws.h"

namespace guise::random {
namespace key_test {

namespace fs = std::filesystem;

class KeyFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("guise-key-test-" + to_hex(std::span(Rng::from_system().key()).first(8)));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text, fs::perms mode = fs::perms::owner_read | fs::perms::owner_write) const {
    const fs::path file = folder_ / "mine.key";
    std::ofstream(file, std::ios::binary) << text;
    fs::permissions(file, mode);
    return file;
  }

  /// What reading the text says, after checking that it gives no secret away.
  std::string refusal(const std::string& text, fs::perms mode = fs::perms::owner_read | fs::perms::owner_write) const {
    try {
      Key::read(write(text, mode));
    } catch (const Error& error) {
      EXPECT_FALSE(std::regex_search(error.what(), std::regex("[0-9a-f]{17}"))) << error.what();
      EXPECT_EQ(error.fault(), Fault::usage);
      return error.what();
    }
    return "accepted";
  }

  fs::path folder_;
};

/// BLAKE2b-256 over fields with their lengths in front, written out here as in docs/random-format.md.
std::string hash_hex(const std::vector<std::string>& fields, std::size_t bytes) {
  std::string message;
  for (const std::string& field : fields) {
    for (int i = 0; i < 8; ++i) message += static_cast<char>(field.size() >> (8 * i));
    message += field;
  }
  Bytes32 hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const std::uint8_t*>(message.data()), message.size(), nullptr,
                     0);
  return to_hex(std::span(hash).first(bytes));
}

std::string raw(const Bytes32& bytes) {
  return {bytes.begin(), bytes.end()};
}

std::string text_of(const Bytes32& shared, const Bytes32& own) {
  return "guise-key-1\nshared=" + to_hex(shared) + "\nown=" + to_hex(own) +
         "\ncheck=" + hash_hex({"guise/key-check/v1", raw(shared), raw(own)}, 8) + "\n";
}

TEST_F(KeyFile, ComesBackFromItsText) {
  const Key key = Key::create();
  const Key again = Key::read(write(std::string(key.text())));
  EXPECT_EQ(std::string_view(again.text()), std::string_view(key.text()));
  EXPECT_EQ(again.fingerprint(), key.fingerprint());
  EXPECT_EQ(again.shared(3).key(), key.shared(3).key());
}

TEST_F(KeyFile, IsToldFromOtherFilesEvenWhenDamaged) {
  const std::string text(Key::create().text());
  EXPECT_TRUE(Key::is_in(write(text)));
  EXPECT_TRUE(Key::is_in(write(text.substr(0, 40))));
  EXPECT_FALSE(Key::is_in(write("a,b\n1,2\n3,4\n5,6\n")));
  EXPECT_FALSE(Key::is_in(write("")));
  EXPECT_FALSE(Key::is_in(folder_));
  EXPECT_FALSE(Key::is_in(folder_ / "none.key"));
}

TEST_F(KeyFile, HasTheDocumentedText) {
  const std::string text = text_of(counting_key(), Bytes32{7});
  const Key key = Key::read(write(text));
  EXPECT_EQ(std::string_view(key.text()), text);
  EXPECT_EQ(key.fingerprint(), hash_hex({"guise/fingerprint/v1", raw(counting_key())}, 16));
}

TEST_F(KeyFile, IsRefusedWithLoosePermissionsAndTheRemedyIsNamed) {
  const std::string text(Key::create().text());
  using fs::perms;
  for (const perms loose : {perms::group_read, perms::others_read, perms::group_write, perms::others_write}) {
    const std::string said = refusal(text, perms::owner_read | perms::owner_write | loose);
    EXPECT_NE(said.find("chmod 600"), std::string::npos) << said;
  }
  EXPECT_EQ(refusal(text), "accepted");
  EXPECT_EQ(refusal(text, perms::owner_read), "accepted");
  EXPECT_EQ(refusal(text, perms::owner_all), "accepted") << "nobody else can read it";
}

TEST_F(KeyFile, IsRefusedWhenMissingOrNotAFile) {
  EXPECT_THROW(Key::read(folder_ / "absent.key"), Error);
  EXPECT_THROW(Key::read(folder_), Error);
}

TEST_F(KeyFile, IsRefusedWhenCutShortAnywhere) {
  const std::string text(Key::create().text());
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_NE(refusal(text.substr(0, size)), "accepted") << size;
  EXPECT_NE(refusal(text + "x"), "accepted");
}

TEST_F(KeyFile, IsRefusedWhenAnyCharacterChanged) {
  const std::string text(Key::create().text());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_NE(refusal(changed), "accepted") << i;
  }
}

TEST_F(KeyFile, OfAnotherVersionOrKindIsNamedAsSuch) {
  std::string text(Key::create().text());
  text.replace(0, 11, "guise-key-2");
  EXPECT_NE(refusal(text).find("unknown version"), std::string::npos);
  EXPECT_NE(refusal("a,b\n1,2\n").find("is not a key file"), std::string::npos);
}

// Both values by libsodium in the test vector of the seed agreement.
TEST_F(KeyFile, SharedGeneratorIsTheSubkeyOfTheSeedAgreement) {
  const Key key =
      Key::read(write(text_of(bytes_from_hex("00e6206b41fff996923441502164c6baa26d3e42b49015997cc7c57cd02a12e9"), Bytes32{})));
  EXPECT_EQ(to_hex(key.shared(0).key()), "e3aa32e752049d35931258ca17399bd3b93ef1ec14edc6c9607bdb4b701ee313");
  EXPECT_EQ(key.shared(5).step(), 5u);
}

TEST(Key, NoiseChangesWithTheDataTheMaskTheStepAndTheKeyAndNothingElse) {
  const Key key = Key::create(), other = Key::create();
  const Bytes32 january{1}, february{2};
  const auto first = [](const Rng& rng) { return draw(fill_normal, rng, 0, 0, 1)[0]; };
  const double noise = first(key.own(0, key.salt(january, "noise(sd=1)")));
  EXPECT_EQ(noise, first(key.own(0, key.salt(january, "noise(sd=1)"))));
  EXPECT_NE(noise, first(key.own(0, key.salt(february, "noise(sd=1)"))));
  EXPECT_NE(noise, first(key.own(0, key.salt(january, "noise(sd=2)"))));
  EXPECT_NE(noise, first(key.own(1, key.salt(january, "noise(sd=1)"))));
  EXPECT_NE(noise, first(other.own(0, other.salt(january, "noise(sd=1)"))));
  EXPECT_NE(noise, first(key.order(key.salt(january, "noise(sd=1)"))));
  EXPECT_NE(noise, first(key.shared(0)));
}

TEST_F(KeyFile, NoiseDoesNotDependOnTheSharedHalfNorMatricesOnTheOwn) {
  const Bytes32 one{1}, two{2}, digest{3};
  const Key a = Key::read(write(text_of(one, two))), b = Key::read(write(text_of(two, two))),
            c = Key::read(write(text_of(one, one)));
  EXPECT_EQ(a.own(1, a.salt(digest, "m")).key(), b.own(1, b.salt(digest, "m")).key());
  EXPECT_EQ(a.order(a.salt(digest, "m")).key(), b.order(b.salt(digest, "m")).key());
  EXPECT_EQ(a.shared(1).key(), c.shared(1).key());
  EXPECT_EQ(a.fingerprint(), c.fingerprint());
  EXPECT_NE(a.own(1, a.salt(digest, "m")).key(), c.own(1, c.salt(digest, "m")).key());
  EXPECT_NE(a.fingerprint(), b.fingerprint());
}

TEST(Key, MovesAndIsNeverCopied) {
  static_assert(!std::is_copy_constructible_v<Key> && !std::is_copy_assignable_v<Key>);
  Key key = Key::create();
  const std::string text(key.text());
  const Key moved = std::move(key);
  EXPECT_EQ(std::string_view(moved.text()), text);
}

}  // namespace key_test
}  // namespace guise::random
