// SPDX-License-Identifier: Apache-2.0
#include "parties/identity.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "parties/words.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

constexpr std::string_view kComment = "untrusted comment: ", kOurs = "guise party ";
constexpr std::string_view kFamily = "guise-party-", kVersion = "1";
constexpr std::size_t kMostName = 40, kFingerprintBytes = 12;

/// minisign's: "Ed", the number, the key.
using KeyLine = std::array<std::uint8_t, 2 + sizeof(KeyNumber) + sizeof(Bytes32)>;

std::string key_line(const VerifyingKey& of) {
  KeyLine bytes{'E', 'd'};
  std::copy(of.number.begin(), of.number.end(), bytes.begin() + 2);
  std::copy(of.key.begin(), of.key.end(), bytes.begin() + 10);
  return to_base64(bytes);
}

bool read_key_line(std::string_view text, VerifyingKey& out) {
  KeyLine bytes{};
  if (!read_base64(text, bytes) || bytes[0] != 'E' || bytes[1] != 'd') return false;
  std::copy_n(bytes.begin() + 2, out.number.size(), out.number.begin());
  std::copy_n(bytes.begin() + 10, out.key.size(), out.key.begin());
  return true;
}

bool read_fields(Lines& lines, PublicIdentity& out) {
  const auto name = lines.take("name="), sealing = lines.take("seal="), proof = lines.take("proof=");
  if (!name || !is_party_name(*name)) return false;
  out.name = *name;
  return sealing && read_base64(*sealing, out.sealing) && proof && read_base64(*proof, out.proof) && lines.done();
}

}  // namespace

Bytes32 PublicIdentity::digest() const {
  using random::bytes_of;
  return random::hash_fields({}, {bytes_of("guise/party/v1"), bytes_of(name), verifying.number, verifying.key, sealing});
}

std::string PublicIdentity::fingerprint() const {
  const Bytes32 all = digest();
  return in_words(std::span(all).first(kFingerprintBytes));
}

std::string PublicIdentity::text() const {
  return fmt::format("{}{}{}\n{}\n{}{}\nname={}\nseal={}\nproof={}\n", kComment, kOurs, name, key_line(verifying), kFamily,
                     kVersion, name, to_base64(sealing), to_base64(proof));
}

bool is_party_name(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= kMostName && plain(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return plain(c) || c == '.' || c == '_' || c == '-'; });
}

PublicIdentity read_identity(std::string_view text, const std::string& origin) {
  Lines lines(text);
  require(text.starts_with(std::string(kComment) + std::string(kOurs)),
          "{} is no public identity of guise; name the file NAME.pub that the partner's 'guise party new NAME' wrote", origin);
  PublicIdentity out;
  const auto comment = lines.take(kComment), key = lines.take(""), version = lines.take(kFamily);
  require(!version || *version == kVersion, "{} is an identity of version '{}'; this version of guise reads version {}", origin,
          printable(version.value_or("")), kVersion);
  const bool whole = comment && key && version && read_key_line(*key, out.verifying) && read_fields(lines, out);
  require(whole && out.text() == text, "{} is damaged or cut short; ask its owner for the file again", origin);
  Bytes32 one{1}, ignored;
  require(crypto_scalarmult(ignored.data(), one.data(), out.sealing.data()) == 0,
          "{} holds a key that nothing can be sealed for; do not use it", origin);
  const Bytes32 digest = out.digest();
  require(crypto_sign_verify_detached(out.proof.data(), digest.data(), digest.size(), out.verifying.key.data()) == 0,
          "{} was changed: its signature does not cover its keys and its name; ask its owner for the file again", origin);
  return out;
}

VerifyingKey read_verifying_key(std::string_view text, const std::string& origin) {
  Lines lines(text);
  const auto comment = lines.take(kComment), key = lines.take("");
  VerifyingKey out;
  if (comment && key && lines.done() && read_key_line(*key, out)) return out;  // minisign's own
  return read_identity(text, origin).verifying;
}

}  // namespace guise::parties
