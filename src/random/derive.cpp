// SPDX-License-Identifier: Apache-2.0
#include "random/derive.h"

#include <sodium.h>

#include "base/error.h"

namespace guise::random {
namespace {

constexpr std::size_t kUsedStack = 4096;  // more than a hash needs, with the registers that the first call of a function saves

}  // namespace

ByteSpan bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Bytes32 hash_fields(ByteSpan key, std::initializer_list<ByteSpan> fields) {
  Bytes32 out{};
  hash_fields(key, fields, out);
  return out;
}

void hash_fields(ByteSpan key, std::initializer_list<ByteSpan> fields, Bytes32& out) {
  hash_fields(key, std::span(fields.begin(), fields.size()), out);
}

void hash_fields(ByteSpan key, std::span<const ByteSpan> fields, Bytes32& out) {
  crypto_generichash_state state;
  Bytes32 nothing;
  crypto_generichash_init(&state, key.data(), key.size(), out.size());
  for (const ByteSpan field : fields) {
    std::uint8_t length[8];
    for (int i = 0; i < 8; ++i) length[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(field.size()) >> (8 * i));
    crypto_generichash_update(&state, length, sizeof length);
    crypto_generichash_update(&state, field.data(), field.size());
  }
  crypto_generichash_final(&state, out.data(), out.size());
  // The vector registers still hold words of the last block, and the loader puts them on the stack whenever a library's
  // function is called for the first time. A block of zeros takes their place.
  crypto_generichash(nothing.data(), nothing.size(), nullptr, 0, nullptr, 0);
  sodium_memzero(&state, sizeof state);
  sodium_stackzero(kUsedStack);
}

void derive_subkey(const Bytes32& master, std::uint64_t id, const char (&context)[9], Bytes32& out) {
  static_assert(crypto_kdf_KEYBYTES == sizeof(Bytes32) && crypto_kdf_CONTEXTBYTES == 8);
  crypto_kdf_derive_from_key(out.data(), out.size(), id, context, master.data());
  sodium_stackzero(kUsedStack);
}

void start_sodium() {
  if (sodium_init() < 0) fail("libsodium could not start; no source of secure random numbers on this machine");
}

void wipe(std::span<std::uint8_t> bytes) {
  sodium_memzero(bytes.data(), bytes.size());
}

}  // namespace guise::random
