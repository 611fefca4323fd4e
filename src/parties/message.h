// SPDX-License-Identifier: Apache-2.0
// What the parties of a session say to each other: one signed text for each step. The signature covers the whole setup, the
// step, sender, recipient and body, so that nothing of it can be used elsewhere. session.h has the first five steps, in which
// owners agree on a secret; project.h the others.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parties/agreement.h"
#include "parties/secret_identity.h"

namespace guise::parties {

/// What all have agreed on beforehand, the same at every owner.
struct SessionSetup {
  SessionId session{};                       ///< another one for every try
  std::string plan = {};                     ///< what is to be done, byte by byte
  std::vector<PublicIdentity> owners = {};   ///< two or more with different names, in their order
  std::optional<PublicIdentity> miner = {};  ///< who is no owner; its place is behind theirs

  std::size_t parties() const { return owners.size() + (miner ? 1 : 0); }
  const PublicIdentity& party(std::size_t place) const { return place < owners.size() ? owners[place] : *miner; }
  /// Stands for all of it in what is signed.
  Bytes32 digest() const;
};

enum class Step { plan, commit, freeze, reveal, confirm, units, people, matrix, release, result, rows, abort };
std::string_view step_name(Step step);

struct Message {
  Step step = Step::plan;
  std::size_t from = 0;                ///< place of the party
  std::optional<std::size_t> to = {};  ///< of reveals and rows only
  std::vector<std::uint8_t> body = {};

  bool operator==(const Message&) const = default;
};

std::size_t most_body(Step step);     ///< bytes; 512 of those that make the secret
std::size_t most_message(Step step);  ///< bytes of the whole text; 2048 of these

std::string message_text(const Message& message, const SessionSetup& setup, const SecretIdentity& by);
/// Throws an Error with the reason where the text is none, of another session, plan or version, or not signed by its sender.
Message read_message(std::string_view text, const SessionSetup& setup);

}  // namespace guise::parties
