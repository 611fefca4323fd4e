// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <sodium.h>

#include "base/error.h"

namespace guise {

struct Digest::State {
  crypto_generichash_state hash;
};

Digest::Digest() : state_(std::make_unique<State>()) {
  if (sodium_init() < 0) fail("libsodium could not start; no source of secure random numbers on this machine");
  crypto_generichash_init(&state_->hash, nullptr, 0, Bytes32{}.size());
}
Digest::~Digest() = default;
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;

void Digest::add(std::span<const std::uint8_t> bytes) {
  crypto_generichash_update(&state_->hash, bytes.data(), bytes.size());
}

void Digest::add(std::string_view text) {
  std::uint8_t length[8];
  for (int i = 0; i < 8; ++i) length[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(text.size()) >> (8 * i));
  add(std::span<const std::uint8_t>(length));
  add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Bytes32 Digest::finish() {
  Bytes32 out{};
  crypto_generichash_final(&state_->hash, out.data(), out.size());
  return out;
}

}  // namespace guise
