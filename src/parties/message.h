// SPDX-License-Identifier: Apache-2.0
// What owners say to each other in a session: one signed text for each step. The signature covers the whole setup, the step,
// sender, recipient and body, so that nothing of it can be used elsewhere.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parties/agreement.h"
#include "parties/secret_identity.h"

namespace guise::parties {

/// What all have agreed on beforehand, the same at every owner.
struct SessionSetup {
  SessionId session{};                      ///< another one for every try
  std::string plan = {};                    ///< what is to be done, byte by byte
  std::vector<PublicIdentity> owners = {};  ///< two or more with different names, in their order

  /// Stands for all of it in what is signed.
  Bytes32 digest() const;
};

enum class Step { plan, commit, freeze, reveal, confirm, abort };
std::string_view step_name(Step step);

struct Message {
  Step step = Step::plan;
  std::size_t from = 0;                ///< in SessionSetup::owners
  std::optional<std::size_t> to = {};  ///< of a reveal only
  std::vector<std::uint8_t> body = {};

  bool operator==(const Message&) const = default;
};

inline constexpr std::size_t kMostBody = 512, kMostMessage = 2048;  ///< bytes

std::string message_text(const Message& message, const SessionSetup& setup, const SecretIdentity& by);
/// Throws an Error with the reason where the text is none, of another session, plan or version, or not signed by its sender.
Message read_message(std::string_view text, const SessionSetup& setup);

}  // namespace guise::parties
