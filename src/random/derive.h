// SPDX-License-Identifier: Apache-2.0
// From secrets to further secrets: BLAKE2b under a key and libsodium's key derivation. For random/ and the layers
// that keep secrets too.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace guise::random {

using ByteSpan = std::span<const std::uint8_t>;

ByteSpan bytes_of(std::string_view text);

/// BLAKE2b-256 of the fields, each with its length as LE64 in front, so that fields do not run together. The key may be empty.
/// Nothing of the key stays on the stack.
Bytes32 hash_fields(ByteSpan key, std::initializer_list<ByteSpan> fields);
void hash_fields(ByteSpan key, std::initializer_list<ByteSpan> fields, Bytes32& out);
void hash_fields(ByteSpan key, std::span<const ByteSpan> fields, Bytes32& out);

/// crypto_kdf_derive_from_key: `context` is exactly eight letters.
void derive_subkey(const Bytes32& master, std::uint64_t id, const char (&context)[9], Bytes32& out);

void start_sodium();                       ///< before anything random; may be called any number of times
void wipe(std::span<std::uint8_t> bytes);  ///< not optimised away

/// What is derived from a key, for a moment: overwritten when it leaves the scope. The halves themselves are random/secret.h's.
struct Secret {
  Bytes32 bytes{};
  Secret() = default;
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { wipe(bytes); }
};

}  // namespace guise::random
