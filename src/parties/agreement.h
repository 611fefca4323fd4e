// SPDX-License-Identifier: Apache-2.0
// A secret that several owners make together: each commits to 32 random bytes, all reveal them, and the secret is a hash of
// everything. Nobody can choose it, since everybody commits before anybody reveals. The arithmetic of it; session.h has the
// order of the messages.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/checksum.h"
#include "random/secret.h"

namespace guise::parties {

using SessionId = Bytes16;

/// One owner as the hashes see it. `key`: 32 bytes that stand for the owner's keys.
struct Contributor {
  std::string name = {};
  Bytes32 key{};
};

Bytes32 plan_hash(std::string_view plan);  ///< BLAKE2b-256 of the plan's bytes
Bytes32 commitment(const SessionId& session, const Bytes32& plan, const Contributor& by, const Bytes32& contribution);
/// Of all commitments; contributors are in the order of their names.
Bytes32 transcript(const SessionId& session, const Bytes32& plan, std::span<const Contributor> all,
                   std::span<const Bytes32> commitments);
/// The shared half of the key, of contributions in the same order.
random::SecretBytes agreed_secret(const Bytes32& transcript, std::span<const random::SecretBytes> contributions);
/// Shows that the secret is known, and tells nothing of it.
Bytes16 confirmation(const random::SecretBytes& secret);

}  // namespace guise::parties
