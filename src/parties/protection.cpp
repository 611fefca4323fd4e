// SPDX-License-Identifier: Apache-2.0
#include "parties/protection.h"

#include <sodium.h>

#include <cassert>

#include "base/error.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

// Fixed by the version of the format, never read from a file: nobody can make a file cheap to guess, or costly to open.
constexpr unsigned long long kPasses = 3;
constexpr std::size_t kMemory = std::size_t{256} << 20;
static_assert(kPasses == crypto_pwhash_OPSLIMIT_MODERATE && kMemory == crypto_pwhash_MEMLIMIT_MODERATE);
constexpr std::size_t kUsedStack = 8192;

random::SecretBytes stretched(std::string_view passphrase, const Salt& salt) {
  static_assert(crypto_pwhash_SALTBYTES == sizeof(Salt) && crypto_aead_xchacha20poly1305_ietf_KEYBYTES == sizeof(Bytes32));
  random::SecretBytes key;
  if (crypto_pwhash(key.bytes().data(), key.size(), passphrase.data(), passphrase.size(), salt.data(), kPasses, kMemory,
                    crypto_pwhash_ALG_ARGON2ID13) != 0)
    fail("no memory to work with a passphrase, which takes 256 MiB; close other programs and try again");
  return key;
}

}  // namespace

void protect(std::span<const std::uint8_t> secret, std::string_view beside, std::string_view passphrase, const Salt& salt,
             const Nonce& nonce, std::span<std::uint8_t> box) {
  static_assert(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES == sizeof(Nonce) &&
                crypto_aead_xchacha20poly1305_ietf_ABYTES == kTagBytes);
  assert(box.size() == secret.size() + kTagBytes);
  const random::SecretBytes key = stretched(passphrase, salt);
  const random::ByteSpan clear = random::bytes_of(beside);
  crypto_aead_xchacha20poly1305_ietf_encrypt(box.data(), nullptr, secret.data(), secret.size(), clear.data(), clear.size(),
                                             nullptr, nonce.data(), key.data());
  sodium_stackzero(kUsedStack);
}

bool unprotect(std::span<const std::uint8_t> box, std::string_view beside, std::string_view passphrase, const Salt& salt,
               const Nonce& nonce, std::span<std::uint8_t> secret) {
  assert(box.size() == secret.size() + kTagBytes);
  const random::SecretBytes key = stretched(passphrase, salt);
  const random::ByteSpan clear = random::bytes_of(beside);
  const int opened = crypto_aead_xchacha20poly1305_ietf_decrypt(secret.data(), nullptr, nullptr, box.data(), box.size(),
                                                                clear.data(), clear.size(), nonce.data(), key.data());
  sodium_stackzero(kUsedStack);
  return opened == 0;
}

}  // namespace guise::parties
