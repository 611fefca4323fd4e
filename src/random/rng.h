// SPDX-License-Identifier: Apache-2.0
// Random numbers addressed by position: number p of stream s under key k is the same on every machine, in any order.
// The format is frozen in docs/random-format.md.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace guise::random {

/// A 256-bit key and a step number: the address space of one purpose. Copying is cheap; the key is wiped on destruction.
class Rng {
 public:
  static Rng from_system();                  ///< a fresh key from the operating system
  static Rng from_seed(std::uint64_t seed);  ///< tests and papers: the same numbers everywhere
  static Rng from_key(const Bytes32& key, std::uint32_t step = 0);
  Rng(const Rng&) = default;
  Rng& operator=(const Rng&) = default;
  ~Rng();

  Rng fork(std::string_view purpose) const;  ///< an independent generator named by what it is for
  Rng with_step(std::uint32_t step) const;

  const Bytes32& key() const { return key_; }
  std::uint32_t step() const { return step_; }

  /// 64-bit words first, first+1, … of a stream. ChaCha20-IETF: block b = position / 8 has counter b mod 2^32 and
  /// nonce LE32(b >> 32) | LE32(stream) | LE32(step).
  void words(std::uint32_t stream, std::uint64_t first, std::span<std::uint64_t> out) const;

 private:
  Rng(const Bytes32& key, std::uint32_t step) : key_(key), step_(step) {}
  Bytes32 key_;
  std::uint32_t step_;
};

}  // namespace guise::random
