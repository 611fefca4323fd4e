// SPDX-License-Identifier: Apache-2.0
#include "parties/share.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

constexpr std::string_view kFamily = "guise-share-", kVersion = "1";

/// What is sealed: the shared half and the sender's signature.
struct Content {
  std::array<std::uint8_t, sizeof(Bytes32) + sizeof(Bytes64)> bytes{};
  Content() = default;
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  ~Content() { random::wipe(bytes); }
  std::span<std::uint8_t> shared() { return std::span(bytes).first(sizeof(Bytes32)); }
  std::span<std::uint8_t> signature() { return std::span(bytes).last(sizeof(Bytes64)); }
};
using Sealed = std::array<std::uint8_t, sizeof(Bytes32) + sizeof(Bytes64) + kSealBytes>;

/// What the sender signs. Both digests hold the names and all keys of a party.
void hash_share(const PublicIdentity& from, const PublicIdentity& to, random::ByteSpan shared, Bytes32& out) {
  random::hash_fields({}, {random::bytes_of("guise/share/v1"), from.digest(), to.digest(), shared}, out);
}

/// "north 0123…": the name and the digest.
std::string line_of(const PublicIdentity& party) {
  return fmt::format("{} {}", party.name, to_hex(party.digest()));
}

struct Envelope {
  std::string from = {}, to = {};
  Sealed sealed{};
};

Envelope read_envelope(std::string_view text, const std::string& origin) {
  require(text.starts_with(kFamily), "{} is no share of a key; name the file that the partner's 'guise key share' wrote",
          origin);
  const std::string_view version = Lines(text).take(kFamily).value_or(kVersion);
  require(version == kVersion, "{} is a share of version '{}'; this version of guise reads version {}", origin,
          printable(version), kVersion);
  const auto content = checked(text);
  require(content.has_value(), "{} is damaged or cut short; ask the partner for it again", origin);
  Lines lines(*content);
  lines.take(kFamily);
  const auto from = lines.take("from="), to = lines.take("for="), sealed = lines.take("sealed=");
  Envelope out;
  require(from && to && sealed && read_base64(*sealed, out.sealed) && lines.done(),
          "{} is damaged or cut short; ask the partner for it again", origin);
  out.from = *from, out.to = *to;
  return out;
}

/// The name in a line of the envelope, which anybody may have written.
std::string name_in(const std::string& line) {
  return shorten(line.substr(0, line.find(' ')), 40);
}

/// "is from 'east', not from 'north'", or that one name stands for two parties.
void require_party(const std::string& origin, const std::string& what, const std::string& line, const PublicIdentity& wanted) {
  if (line == line_of(wanted)) return;
  require(name_in(line) != wanted.name,
          "{} is {} another party of the name '{}', with other keys; compare fingerprints with: guise party show", origin, what,
          wanted.name);
  refuse("{} is {} '{}', not {} '{}'", origin, what, name_in(line), what, wanted.name);
}

}  // namespace

std::string share_text(const random::SecretBytes& shared, const SecretIdentity& from, const PublicIdentity& to) {
  require(from.open().digest() != to.digest(), "'{}' would share the key with itself; name the partner's public file", to.name);
  Content content;
  random::Secret hash;
  hash_share(from.open(), to, shared, hash.bytes);
  const Bytes64 signature = from.sign(hash.bytes);
  std::copy(shared.begin(), shared.end(), content.shared().begin());
  std::copy(signature.begin(), signature.end(), content.signature().begin());
  Sealed sealed{};
  require(seal(content.bytes, to, sealed), "nothing can be sealed for '{}': its public file holds no valid key", to.name);
  const std::string text = fmt::format("{}{}\nfrom={}\nfor={}\nsealed={}\n", kFamily, kVersion, line_of(from.open()),
                                       line_of(to), to_base64(sealed));
  return fmt::format("{}check={}\n", text, check_of(text));
}

random::SecretBytes open_share(std::string_view text, const std::string& origin, const SecretIdentity& me,
                               const PublicIdentity& from) {
  const Envelope envelope = read_envelope(text, origin);
  require_party(origin, "for", envelope.to, me.open());
  require_party(origin, "from", envelope.from, from);
  Content content;
  require(me.unseal(envelope.sealed, content.bytes), "{} was changed on its way: it cannot be opened; ask '{}' for it again",
          origin, from.name);
  random::Secret hash;
  hash_share(from, me.open(), content.shared(), hash.bytes);
  require(crypto_sign_verify_detached(content.signature().data(), hash.bytes.data(), hash.bytes.size(),
                                      from.verifying.key.data()) == 0,
          "{} is not signed by '{}': another party made it; do not use it, and tell '{}'", origin, from.name, from.name);
  random::SecretBytes shared;
  std::copy(content.shared().begin(), content.shared().end(), shared.bytes().begin());
  return shared;
}

}  // namespace guise::parties
