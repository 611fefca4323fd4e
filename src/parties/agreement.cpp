// SPDX-License-Identifier: Apache-2.0
#include "parties/agreement.h"

#include <sodium.h>

#include <cassert>
#include <vector>

#include "random/derive.h"

namespace guise::parties {
namespace {

using random::bytes_of;
using random::ByteSpan;

constexpr std::uint64_t kConfirm = 2;  // 1 is the matrices' (random/key.cpp)

}  // namespace

Bytes32 plan_hash(std::string_view plan) {
  Bytes32 hash{};
  crypto_generichash(hash.data(), hash.size(), bytes_of(plan).data(), plan.size(), nullptr, 0);
  return hash;
}

Bytes32 commitment(const SessionId& session, const Bytes32& plan, const Contributor& by, const Bytes32& contribution) {
  return random::hash_fields({}, {bytes_of("guise/commit/v1"), session, plan, bytes_of(by.name), by.key, contribution});
}

Bytes32 transcript(const SessionId& session, const Bytes32& plan, std::span<const Contributor> all,
                   std::span<const Bytes32> commitments) {
  assert(all.size() == commitments.size());
  std::vector<ByteSpan> fields{bytes_of("guise/transcript/v1"), session, plan};
  for (std::size_t i = 0; i < all.size(); ++i)
    fields.insert(fields.end(), {bytes_of(all[i].name), ByteSpan(all[i].key), ByteSpan(commitments[i])});
  Bytes32 hash{};
  random::hash_fields({}, fields, hash);
  return hash;
}

random::SecretBytes agreed_secret(const Bytes32& transcript, std::span<const random::SecretBytes> contributions) {
  std::vector<ByteSpan> fields{bytes_of("guise/seed/v1"), transcript};
  for (const random::SecretBytes& each : contributions) fields.emplace_back(each.data(), each.size());
  random::SecretBytes secret;
  random::hash_fields({}, fields, secret.bytes());
  return secret;
}

Bytes16 confirmation(const random::SecretBytes& secret) {
  Bytes16 tag{};
  crypto_kdf_derive_from_key(tag.data(), tag.size(), kConfirm, "guisecnf", secret.data());
  sodium_stackzero(4096);
  return tag;
}

}  // namespace guise::parties
