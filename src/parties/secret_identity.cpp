// SPDX-License-Identifier: Apache-2.0
#include "parties/secret_identity.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/error.h"
#include "parties/protection.h"
#include "random/derive.h"
#include "random/private_file.h"

namespace guise::parties {
namespace {

using random::SecretBytes;
using random::SecretText;

constexpr std::string_view kVersion = "guise-secret-1";
constexpr std::size_t kMostBytes = 4096, kUsedStack = 16384;
using Box = std::array<std::uint8_t, 2 * sizeof(Bytes32) + kTagBytes>;

/// Sixty-four bytes for a moment: overwritten when they leave the scope.
struct Moment {
  Bytes64 bytes{};
  Moment() = default;
  Moment(const Moment&) = delete;
  Moment& operator=(const Moment&) = delete;
  ~Moment() { random::wipe(bytes); }
};

SecretText first_lines(const PublicIdentity& of) {
  SecretText text(kMostBytes);
  text.add(kVersion).add("\nname=").add(of.name).add("\nnumber=").add(to_hex(of.verifying.number)).add("\n");
  return text;
}

void add_check(SecretText& text) {
  const std::string check = check_of(text);
  text.add("check=").add(check).add("\n");
}

struct ReadSecret {
  std::string name = {};
  KeyNumber number{};
  SecretBytes sign, seal;
};

/// These two give nothing where the text is damaged, and false where the passphrase does not open it.
std::optional<bool> read_clear(Lines& lines, ReadSecret& out) {
  const auto sign = lines.take("sign="), seal = lines.take("seal=");
  if (!sign || !seal || !lines.done()) return {};
  if (!read_hex(*sign, out.sign.bytes()) || !read_hex(*seal, out.seal.bytes())) return {};
  return true;
}

std::optional<bool> open_box(std::string_view text, Lines& lines, std::string_view passphrase, ReadSecret& out) {
  Salt salt{};
  Nonce nonce{};
  Box box{};
  const auto salted = lines.take("salt="), once = lines.take("nonce="), sealed = lines.take("box=");
  if (!salted || !once || !sealed || !lines.done()) return {};
  if (!read_hex(*salted, salt) || !read_hex(*once, nonce) || !read_hex(*sealed, box)) return {};
  Moment both;
  if (!unprotect(box, text.substr(0, text.find("salt=")), passphrase, salt, nonce, both.bytes)) return false;
  std::copy_n(both.bytes.begin(), out.sign.size(), out.sign.bytes().begin());
  std::copy_n(both.bytes.begin() + sizeof(Bytes32), out.seal.size(), out.seal.bytes().begin());
  return true;
}

}  // namespace

SecretIdentity::SecretIdentity(const std::string& name, const KeyNumber& number, SecretBytes sign, SecretBytes seal)
    : sign_(std::move(sign)), seal_(std::move(seal)) {
  public_.name = name;
  public_.verifying.number = number;
  Moment expanded;
  crypto_sign_seed_keypair(public_.verifying.key.data(), expanded.bytes.data(), sign_.data());
  crypto_scalarmult_base(public_.sealing.data(), seal_.data());
  sodium_stackzero(kUsedStack);
  public_.proof = this->sign(public_.digest());
}

SecretIdentity SecretIdentity::create(const std::string& name) {
  require(is_party_name(name), "the name of a party is made of letters, digits, '.', '_' and '-', 40 at most; '{}' is not",
          name);
  random::start_sodium();
  SecretBytes sign, seal;
  KeyNumber number;
  randombytes_buf(sign.bytes().data(), sign.size());
  randombytes_buf(seal.bytes().data(), seal.size());
  randombytes_buf(number.data(), number.size());
  return {name, number, std::move(sign), std::move(seal)};
}

bool SecretIdentity::is_protected(std::string_view text) {
  return text.starts_with(kVersion) && text.find("\nbox=") != text.npos;
}

SecretIdentity SecretIdentity::read(std::string_view text, const std::string& origin, std::string_view passphrase) {
  random::start_sodium();
  require(text.starts_with(random::kIdentityFamily),
          "{} is no secret identity of guise; name the file NAME.secret that 'guise party new NAME' wrote", origin);
  require(text.starts_with(fmt::format("{}\n", kVersion)), "{} has an unknown version; this version of guise reads '{}'",
          origin, kVersion);
  const auto content = checked(text);
  require(content.has_value(), "{} is damaged or cut short; restore it from a copy", origin);
  Lines lines(*content);
  lines.take(kVersion);
  const auto name = lines.take("name="), number = lines.take("number=");
  ReadSecret found;
  const bool named = name && is_party_name(*name) && number && read_hex(*number, found.number);
  const auto opened = !named               ? std::nullopt
                      : is_protected(text) ? open_box(*content, lines, passphrase, found)
                                           : read_clear(lines, found);
  require(opened.has_value(), "{} is damaged or cut short; restore it from a copy", origin);
  require(*opened, "the passphrase does not open {}; try again", origin);
  return {std::string(*name), found.number, std::move(found.sign), std::move(found.seal)};
}

SecretText SecretIdentity::text() const {
  SecretText text = first_lines(public_);
  text.add("sign=").add_hex(sign_).add("\nseal=").add_hex(seal_).add("\n");
  add_check(text);
  return text;
}

SecretText SecretIdentity::text(std::string_view passphrase) const {
  Salt salt;
  Nonce nonce;
  Box box{};
  randombytes_buf(salt.data(), salt.size());
  randombytes_buf(nonce.data(), nonce.size());
  Moment both;
  std::copy(sign_.begin(), sign_.end(), both.bytes.begin());
  std::copy(seal_.begin(), seal_.end(), both.bytes.begin() + sizeof(Bytes32));
  SecretText text = first_lines(public_);
  protect(both.bytes, text, passphrase, salt, nonce, box);
  text.add("salt=").add(to_hex(salt)).add("\nnonce=").add(to_hex(nonce)).add("\nbox=").add(to_hex(box)).add("\n");
  add_check(text);
  return text;
}

Bytes64 SecretIdentity::sign(std::span<const std::uint8_t> message) const {
  static_assert(crypto_sign_SECRETKEYBYTES == sizeof(Bytes64) && crypto_sign_BYTES == sizeof(Bytes64));
  Moment expanded;
  Bytes32 ignored;
  Bytes64 signature{};
  crypto_sign_seed_keypair(ignored.data(), expanded.bytes.data(), sign_.data());
  crypto_sign_detached(signature.data(), nullptr, message.data(), message.size(), expanded.bytes.data());
  sodium_stackzero(kUsedStack);
  return signature;
}

bool SecretIdentity::unseal(std::span<const std::uint8_t> sealed, std::span<std::uint8_t> out) const {
  static_assert(crypto_box_SEALBYTES == kSealBytes);
  assert(sealed.size() == out.size() + kSealBytes);
  const bool opened = crypto_box_seal_open(out.data(), sealed.data(), sealed.size(), public_.sealing.data(), seal_.data()) == 0;
  sodium_stackzero(kUsedStack);
  return opened;
}

bool SecretIdentity::pair_secret(const PublicIdentity& other, std::span<const std::uint8_t> purpose, Bytes32& out) const {
  random::Secret point;
  if (crypto_scalarmult(point.bytes.data(), seal_.data(), other.sealing.data()) != 0) return false;
  const Bytes32 mine = public_.digest(), theirs = other.digest();
  random::hash_fields(
      {}, {random::bytes_of("guise/pair/v1"), point.bytes, std::min(mine, theirs), std::max(mine, theirs), purpose}, out);
  sodium_stackzero(kUsedStack);
  return true;
}

bool seal(std::span<const std::uint8_t> content, const PublicIdentity& to, std::span<std::uint8_t> out) {
  assert(out.size() == content.size() + kSealBytes);
  random::start_sodium();
  const bool sealed = crypto_box_seal(out.data(), content.data(), content.size(), to.sealing.data()) == 0;
  sodium_stackzero(kUsedStack);
  return sealed;
}

}  // namespace guise::parties
