// SPDX-License-Identifier: Apache-2.0
// Poly1305 of byte streams (OpenSSL), many times as fast as a cryptographic digest. It is a universal hash: under a secret
// key nobody can find two inputs that collide; under a public one it tells mistakes, not forgeries.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "base/bytes.h"

namespace guise {

using Bytes16 = std::array<std::uint8_t, 16>;

class Checksum {
 public:
  explicit Checksum(const Bytes32& key);  ///< not zeros: they would make every checksum the same
  ~Checksum();                            ///< wipes the key
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;
  void add(std::span<const std::uint8_t> bytes);
  Bytes16 finish();
  void restart(const Bytes32& key);  ///< after finish(), for another sum: cheaper than a new one

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace guise
