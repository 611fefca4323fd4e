// SPDX-License-Identifier: Apache-2.0
// Who an owner of data is to others: a name, a key that checks signatures (Ed25519), a key to seal for it (X25519), and its
// signature of all that. The text is also a public key file of minisign, which reads the first two lines.
#pragma once
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "parties/encoding.h"

namespace guise::parties {

using KeyNumber = std::array<std::uint8_t, 8>;  ///< what minisign tells keys apart by; at random

/// All that it takes to check a signature. Of an identity, or of a key that minisign made.
struct VerifyingKey {
  KeyNumber number{};
  Bytes32 key{};
};

struct PublicIdentity {
  std::string name = {};
  VerifyingKey verifying = {};
  Bytes32 sealing{};
  Bytes64 proof{};  ///< the signature of digest()

  /// Of everything but the proof. It stands for the party in whatever is signed.
  Bytes32 digest() const;
  /// Twelve words (96 bits of the digest) to compare over the telephone.
  std::string fingerprint() const;
  std::string text() const;
};

/// Letters, digits, '.', '_' and '-', at most 40 of them, the first a letter or a digit.
bool is_party_name(std::string_view name);

/// Both throw a sentence that names `origin`. There is one text of an identity: what is accepted equals text().
PublicIdentity read_identity(std::string_view text, const std::string& origin);
VerifyingKey read_verifying_key(std::string_view text, const std::string& origin);

}  // namespace guise::parties
