// SPDX-License-Identifier: Apache-2.0
// From secrets to further secrets: BLAKE2b under a key and libsodium's key derivation. Internal to random/.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace guise::random {

using ByteSpan = std::span<const std::uint8_t>;

ByteSpan bytes_of(std::string_view text);

/// BLAKE2b-256 of the fields, each with its length as LE64 in front, so that fields do not run together. The key may be empty.
Bytes32 hash_fields(ByteSpan key, std::initializer_list<ByteSpan> fields);

/// crypto_kdf_derive_from_key: `context` is exactly eight letters.
Bytes32 derive_subkey(const Bytes32& master, std::uint64_t id, const char (&context)[9]);

void start_sodium();                       ///< before anything random; may be called any number of times
void wipe(std::span<std::uint8_t> bytes);  ///< not optimised away
void wipe(std::string& text);

/// Overwritten when it leaves the scope.
struct Secret {
  Bytes32 bytes{};
  Secret() = default;
  explicit Secret(const Bytes32& from) : bytes(from) {}
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { wipe(bytes); }
};

}  // namespace guise::random
