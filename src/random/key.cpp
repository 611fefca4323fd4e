// SPDX-License-Identifier: Apache-2.0
#include "random/key.h"

#include <sodium.h>

#include <utility>

#include "random/derive.h"
#include "random/key_file.h"

namespace guise::random {
namespace {

void own_secret(const Bytes32& own, const Bytes32& salt, Bytes32& out) {
  hash_fields(own, {bytes_of("guise/own/v1"), salt}, out);
}

Rng generator(const Bytes32& secret, const char (&context)[9], std::uint32_t step = 0) {
  Secret key;
  derive_subkey(secret, 1, context, key.bytes);
  return Rng::from_key(key.bytes, step);
}

}  // namespace

Key Key::create() {
  SecretBytes shared, own;
  randombytes_buf(shared.bytes().data(), shared.size());
  randombytes_buf(own.bytes().data(), own.size());
  return {std::move(shared), std::move(own)};
}

Key Key::derive(const Rng& rng) {
  return derive(rng, rng);
}

Key Key::derive(const Rng& shared, const Rng& own) {
  return {SecretBytes(shared.fork("key/shared").key()), SecretBytes(own.fork("key/own").key())};
}

Key Key::read(const std::filesystem::path& file) {
  SecretBytes shared, own;
  read_key_file(file, shared.bytes(), own.bytes());
  return {std::move(shared), std::move(own)};
}

bool Key::is_in(const std::filesystem::path& file) {
  return looks_like_key_file(file);
}

SecretText Key::text() const {
  return key_file_text(shared_, own_);
}

std::string Key::fingerprint() const {
  const Bytes32 hash = hash_fields({}, {bytes_of("guise/fingerprint/v1"), shared_});
  return to_hex(std::span(hash).first(16));
}

Rng Key::shared(std::uint32_t step) const {
  return generator(shared_, "guiseprj", step);
}

Rng Key::shared(std::uint32_t step, const Bytes32& binding) const {
  Secret bound;
  hash_fields(shared_, {bytes_of("guise/shared/v2"), binding}, bound.bytes);
  return generator(bound.bytes, "guiseprj", step);
}

Bytes32 Key::input_secret() const {
  return hash_fields(own_, {bytes_of("guise/input/v1")});
}

Bytes32 Key::salt(const Bytes32& input_digest, std::string_view mask) const {
  return hash_fields(own_, {bytes_of("guise/salt/v1"), input_digest, bytes_of(mask)});
}

Bytes32 Key::salt(const Bytes32& input_digest, std::string_view mask, std::string_view round) const {
  return hash_fields(own_, {bytes_of("guise/salt/v2"), input_digest, bytes_of(mask), bytes_of(round)});
}

std::string Key::own_tag(const Bytes32& salt) const {
  const Bytes32 hash = hash_fields(own_, {bytes_of("guise/own-tag/v1"), salt});
  return to_hex(std::span(hash).first(16));
}

Rng Key::own(std::uint32_t step, const Bytes32& salt) const {
  Secret secret;
  own_secret(own_, salt, secret.bytes);
  return generator(secret.bytes, "guisensx", step);
}

Rng Key::order(const Bytes32& salt) const {
  Secret secret;
  own_secret(own_, salt, secret.bytes);
  return generator(secret.bytes, "guiseord");
}

std::string Key::shared_tag(std::string_view purpose, std::string_view round, const Bytes32& content) const {
  const Bytes32 hash = hash_fields(shared_, {bytes_of("guise/tag/v1"), bytes_of(purpose), bytes_of(round), content});
  return to_hex(std::span(hash).first(16));
}

Bytes32 Key::ledger_tag(std::string_view purpose, const Bytes32& content) const {
  return hash_fields(own_, {bytes_of("guise/ledger/v1"), bytes_of(purpose), content});
}

}  // namespace guise::random
