// SPDX-License-Identifier: Apache-2.0
// The secret side of an identity: it signs, and opens what is sealed for it. Its text lies in NAME.secret, as it is or under a
// passphrase.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "parties/identity.h"
#include "random/secret.h"

namespace guise::parties {

/// Moved, never copied. The keys leave it as text() only.
class SecretIdentity {
 public:
  static SecretIdentity create(const std::string& name);  ///< fresh, from the operating system

  static bool is_protected(std::string_view text);
  /// The passphrase is empty, and not looked at, where the text is not protected. Throws a sentence that names `origin` and
  /// never quotes the text.
  static SecretIdentity read(std::string_view text, const std::string& origin, std::string_view passphrase = {});

  random::SecretText text() const;
  random::SecretText text(std::string_view passphrase) const;

  const PublicIdentity& open() const { return public_; }  ///< what everybody may see of it
  Bytes64 sign(std::span<const std::uint8_t> message) const;
  /// Of what was sealed for sealing(); false where it was not, or was changed. `out` has room for it without its seal.
  bool unseal(std::span<const std::uint8_t> sealed, std::span<std::uint8_t> out) const;
  /// What only this party and `other` can compute (X25519), hashed with what it is for; the same at both. False for a key that
  /// is no point.
  bool pair_secret(const PublicIdentity& other, std::span<const std::uint8_t> purpose, Bytes32& out) const;

 private:
  SecretIdentity(const std::string& name, const KeyNumber& number, random::SecretBytes sign, random::SecretBytes seal);
  random::SecretBytes sign_, seal_;  ///< the seed of the Ed25519 key, and the X25519 key
  PublicIdentity public_;
};

inline constexpr std::size_t kSealBytes = 48;  ///< that sealing adds
/// Only `to` can open it, and it tells nothing of who sealed it. False for a key that is no point to seal for.
bool seal(std::span<const std::uint8_t> content, const PublicIdentity& to, std::span<std::uint8_t> out);

}  // namespace guise::parties
