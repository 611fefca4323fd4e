// SPDX-License-Identifier: Apache-2.0
// A few secret bytes under a passphrase: Argon2id (crypto_pwhash at libsodium's moderate cost) and XChaCha20-Poly1305.
// Internal to parties/.
#pragma once
#include <span>
#include <string_view>

#include "parties/encoding.h"
#include "random/secret.h"

namespace guise::parties {

using Salt = std::array<std::uint8_t, 16>;
using Nonce = std::array<std::uint8_t, 24>;
inline constexpr std::size_t kTagBytes = 16;

/// `box` has room for `secret` and the tag. `beside` is not hidden, and is guarded with it.
void protect(std::span<const std::uint8_t> secret, std::string_view beside, std::string_view passphrase, const Salt& salt,
             const Nonce& nonce, std::span<std::uint8_t> box);
/// False where the passphrase is another one, or anything was changed.
bool unprotect(std::span<const std::uint8_t> box, std::string_view beside, std::string_view passphrase, const Salt& salt,
               const Nonce& nonce, std::span<std::uint8_t> secret);

}  // namespace guise::parties
