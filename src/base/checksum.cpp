// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <openssl/evp.h>

#include "base/error.h"

namespace guise {
namespace {

EVP_MAC* poly1305() {
  static EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, "POLY1305", nullptr);  // for as long as the program runs
  if (algorithm == nullptr) fail("OpenSSL offers no Poly1305 here; is it restricted by its configuration (FIPS)?");
  return algorithm;
}

}  // namespace

struct Checksum::State {
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(poly1305());
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MAC_CTX_free(context); }

  void start(const Bytes32& key) { expect(context != nullptr && EVP_MAC_init(context, key.data(), key.size(), nullptr) == 1); }
  void add(std::span<const std::uint8_t> bytes) { expect(EVP_MAC_update(context, bytes.data(), bytes.size()) == 1); }
  static void expect(bool done) {
    if (!done) fail("OpenSSL could not compute a checksum; is the machine out of memory?");
  }
};

Checksum::Checksum(const Bytes32& key) : state_(std::make_unique<State>()) {
  state_->start(key);
}

/// OpenSSL does not clear what it frees. A sum under a key of zeros, long enough for its widest kernel, overwrites the key and
/// the powers that were made of it.
Checksum::~Checksum() {
  constexpr std::array<std::uint8_t, 1024> kZeros = {};
  if (EVP_MAC_init(state_->context, kZeros.data(), sizeof(Bytes32), nullptr) == 1)
    EVP_MAC_update(state_->context, kZeros.data(), kZeros.size());
}

void Checksum::restart(const Bytes32& key) {
  state_->start(key);
}

void Checksum::add(std::span<const std::uint8_t> bytes) {
  state_->add(bytes);
}

Bytes16 Checksum::finish() {
  Bytes16 out{};
  std::size_t length = 0;
  State::expect(EVP_MAC_final(state_->context, out.data(), &length, out.size()) == 1 && length == out.size());
  return out;
}

}  // namespace guise
