// SPDX-License-Identifier: Apache-2.0
#include "parties/signature.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "parties/party_fixtures.h"
#include "random/derive.h"

namespace guise::parties {
namespace signature_test {

namespace fs = std::filesystem;

Bytes64 hash_of(std::string_view content) {
  ContentHash hash;
  hash.add(random::bytes_of(content.substr(0, 3)));
  hash.add(random::bytes_of(content.substr(3)));
  return hash.finish();
}

constexpr std::string_view kFile = "masked,table\n1,2\n";
// Made by minisign 0.11: minisign -G -W; minisign -S -m FILE -t 'a comment of minisign'; the last with -l.
constexpr std::string_view kTheirKey =
    "untrusted comment: minisign public key 8E5F5F3ED35445CA\nRWTKRVTTPl9fjksvijfFAKRKygAcodM/U92SZmRM1aOhQBPp49GaYetX\n";
constexpr std::string_view kTheirs =
    "untrusted comment: signature from minisign secret key\n"
    "RUTKRVTTPl9fjvUUcI9sYoSpw2pQZkmTmMoEnAunMsu6/AD76D+Cx7lKxc2HMoAtKUvI6anNkcsCvbb3/kX+1uh3NTDiZCPhEw8=\n"
    "trusted comment: a comment of minisign\n"
    "q3/TMCg/OKWvXVuEtRsEE1DLcvbQrKTU1qMVpT13nghTXQMDw47B1rpCdjPrLDcP5eV7Ki1Kpd7mgKwgOtmiAw==\n";
constexpr std::string_view kTheirOldKind =
    "untrusted comment: signature from minisign secret key\n"
    "RWTKRVTTPl9fjlgEEz2400i9RJIvXRn8oLn87O/u/+ryeClIWehEydgLjyvIYt4K1/TLhdNV7mCqS3dKeetH2FJt+OkIsiSzzgs=\n"
    "trusted comment: timestamp:1795034617\tfile:m.csv\n"
    "7hrAygrGNkopEnmmzbyYTVI55taD/XIdE37CokgQmHK8WuZaD4Ag945FCOjojvsHkIHjCQq5rZG6LLb2K+pZCQ==\n";

TEST(Signature, OfMinisignIsVerified) {
  const VerifyingKey key = read_verifying_key(kTheirKey, "their.pub");
  EXPECT_EQ(verified_comment(kTheirs, "m.minisig", key, hash_of(kFile)), "a comment of minisign");
  EXPECT_EQ(refusal_of([&] { verified_comment(kTheirOldKind, "m.minisig", key, hash_of(kFile)); }),
            "m.minisig is a signature of minisign's old kind, or of another program; sign again with: minisign -S -m FILE");
}

/// Any test of this runs the program itself, where there is one.
TEST(Signature, OfOursIsVerifiedByMinisign) {
  if (std::system("command -v minisign >/dev/null 2>&1") != 0) GTEST_SKIP() << "minisign is not installed";
  const fs::path folder = fs::temp_directory_path() / ("guise-minisign-" + std::to_string(getpid()));
  fs::create_directory(folder);
  const auto write = [&](const char* name, std::string_view text) { std::ofstream(folder / name, std::ios::binary) << text; };
  const SecretIdentity north = SecretIdentity::create("north");
  write("m.csv", kFile);
  write("north.pub", north.open().text());
  write("m.csv.minisig", signature_text(north, hash_of(kFile), "file:m.csv\tby guise"));
  const std::string verify = "cd " + folder.string() + " && minisign -V -H -Q -p north.pub -m m.csv";
  EXPECT_EQ(std::system((verify + " > said").c_str()), 0);
  std::ifstream said(folder / "said");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(said), {}), "file:m.csv\tby guise\n");
  write("m.csv", "masked,table\n1,3\n");
  EXPECT_NE(std::system((verify + " > said 2>&1").c_str()), 0);
  fs::remove_all(folder);
}

class OurSignature : public ::testing::Test {
 protected:
  std::string refused(const std::string& text, std::string_view content = kFile) const {
    return refusal_of([&] { verified_comment(text, "m.minisig", north_.open().verifying, hash_of(content)); });
  }
  const SecretIdentity north_ = fixed_party("north", 7);
  const std::string text_ = signature_text(north_, hash_of(kFile), "file:m.csv");
};

TEST_F(OurSignature, Holds) {
  EXPECT_EQ(verified_comment(text_, "m.minisig", north_.open().verifying, hash_of(kFile)), "file:m.csv");
  EXPECT_EQ(read_verifying_key(north_.open().text(), "north.pub").key, north_.open().verifying.key);
}

TEST_F(OurSignature, IsRefusedWithTheReason) {
  EXPECT_EQ(refused(text_, "masked,table\n1,3\n"),
            "m.minisig does not fit: the file was changed after it was signed, or another party signed it");
  EXPECT_EQ(refused(replaced(text_, "file:m.csv", "file:n.csv")), "m.minisig was changed: its comment is not the signer's");
  EXPECT_EQ(refused(std::string(kTheirs)),
            "m.minisig was made with another key; check the name of the file with the signer's public key");
  const SecretIdentity same_number = fixed_party("north", 8);
  EXPECT_EQ(refused(signature_text(same_number, hash_of(kFile), "file:m.csv")),
            "m.minisig does not fit: the file was changed after it was signed, or another party signed it");
  for (std::size_t i = 0; i < text_.size(); ++i) EXPECT_NE(refused(text_.substr(0, i)), "accepted") << i;
  EXPECT_EQ(refused(text_ + "x\n"), "m.minisig is no signature in minisign's format, or is cut short; ask for it again");
}

TEST_F(OurSignature, EveryChangedLetterBelowTheFirstLineIsRefused) {  // the first is what minisign calls untrusted
  for (std::size_t i = text_.find('\n'); i < text_.size(); ++i) {
    std::string changed = text_;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_NE(refused(changed), "accepted") << i;
  }
}

TEST_F(OurSignature, TakesNoCommentOfTwoLines) {
  EXPECT_NE(refusal_of([&] { signature_text(north_, hash_of(kFile), "a\nb"); }), "accepted");
  EXPECT_NE(refusal_of([&] { signature_text(north_, hash_of(kFile), std::string(8001, 'a')); }), "accepted");
}

}  // namespace signature_test
}  // namespace guise::parties
