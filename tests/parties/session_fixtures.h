// SPDX-License-Identifier: Apache-2.0
// Owners for sessions, and what they say to each other.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "parties/party_fixtures.h"
#include "parties/session.h"

namespace guise::parties {

/// "a", "b", … with keys of their own.
inline const SecretIdentity& owner(std::size_t place) {
  static const std::vector<SecretIdentity> all = [] {
    std::vector<SecretIdentity> made;
    for (std::uint8_t i = 0; i < 6; ++i) made.push_back(fixed_party(std::string(1, static_cast<char>('a' + i)), i + 1));
    return made;
  }();
  return all[place];
}

inline SessionSetup setup_of(std::size_t owners, std::uint8_t session, const std::string& plan = "a plan") {
  SessionSetup setup{.session = {session}, .plan = plan};
  for (std::size_t i = 0; i < owners; ++i) setup.owners.push_back(owner(i).open());
  return setup;
}

inline random::SecretBytes bytes_of_owner(std::size_t place, std::uint8_t salt = 0) {
  Bytes32 bytes{};
  bytes.fill(static_cast<std::uint8_t>(17 * place + 3 + salt));
  return random::SecretBytes(bytes);
}

inline Session session_of(const SessionSetup& setup, std::size_t place, std::uint8_t salt = 0) {
  return {setup, owner(place), bytes_of_owner(place, salt)};
}

/// The line of the shared half.
inline std::string shared_of(const Session& session) {
  const random::SecretText text = session.key_text();
  const std::string_view all = text;
  return std::string(all.substr(all.find("shared="), 71));
}

}  // namespace guise::parties
