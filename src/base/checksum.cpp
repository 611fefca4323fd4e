// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <sodium.h>

#include "base/error.h"

namespace guise {

struct Checksum::State {
  crypto_onetimeauth_state sum;
};

Checksum::Checksum(const Bytes32& key) : state_(std::make_unique<State>()) {
  if (sodium_init() < 0) fail("libsodium could not start; no source of secure random numbers on this machine");
  crypto_onetimeauth_init(&state_->sum, key.data());
}

Checksum::~Checksum() {
  sodium_memzero(state_.get(), sizeof(State));
}

void Checksum::add(std::span<const std::uint8_t> bytes) {
  crypto_onetimeauth_update(&state_->sum, bytes.data(), bytes.size());
}

Bytes16 Checksum::finish() {
  Bytes16 out{};
  crypto_onetimeauth_final(&state_->sum, out.data());
  return out;
}

}  // namespace guise
