// SPDX-License-Identifier: Apache-2.0
// BLAKE2b-256 of byte streams (libsodium).
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace guise {

class Digest {
 public:
  Digest();
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;
  void add(std::span<const std::uint8_t> bytes);
  void add(std::string_view text);  ///< with its length in front, so that texts do not run together
  Bytes32 finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace guise
