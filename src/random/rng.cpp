// SPDX-License-Identifier: Apache-2.0
#include "random/rng.h"

#include <sodium.h>

#include "random/address.h"
#include "random/derive.h"

namespace guise::random {
namespace {

template <typename Integer>
std::array<std::uint8_t, sizeof(Integer)> little_endian(Integer value) {
  std::array<std::uint8_t, sizeof(Integer)> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(value >> (8 * i));
  return out;
}

}  // namespace

Rng Rng::from_system() {
  start_sodium();
  Secret key;
  randombytes_buf(key.bytes.data(), key.bytes.size());
  return {key.bytes, 0};
}

Rng Rng::from_seed(std::uint64_t seed) {
  return {hash_fields({}, {bytes_of("guise/test-seed/v1"), little_endian(seed)}), 0};
}

Rng Rng::from_key(const Bytes32& key, std::uint32_t step) {
  return {key, step};
}

Rng::~Rng() {
  wipe(key_);
}

Rng Rng::fork(std::string_view purpose) const {
  Secret key;
  hash_fields(key_, {bytes_of("guise/fork/v1"), bytes_of(purpose), little_endian(step_)}, key.bytes);
  return {key.bytes, 0};
}

Rng Rng::with_step(std::uint32_t step) const {
  return {key_, step};
}

void Rng::words(std::uint32_t stream, std::uint64_t first, std::span<std::uint64_t> out) const {
  current_table().words(address(*this, stream), first, out.size(), out.data());
}

Address address(const Rng& rng, std::uint32_t stream) {
  Address at{.key = {}, .stream = stream, .step = rng.step()};
  for (std::size_t i = 0; i < 32; ++i) at.key[i / 4] |= static_cast<std::uint32_t>(rng.key()[i]) << (8 * (i % 4));
  return at;
}

}  // namespace guise::random
