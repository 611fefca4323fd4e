// SPDX-License-Identifier: Apache-2.0
// How owners agree on the shared half of a key, as a function of messages alone: no clock, no file, no socket.
//   plan     everybody signs the plan and the list of owners
//   commit   everybody sends the hash of 32 random bytes
//   freeze   everybody signs the hash of all commitments: whoever showed different lists to different owners is caught
//   reveal   only then: each sends its bytes to each other, sealed; the miner never sees any
//   confirm  a tag of the secret; all are equal, or nothing is released
// Where a session stands depends on the set of messages that were received, never on their order or number. A contradiction,
// or the word of any owner that it stops, ends it for good; a new try needs a new session and new bytes.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parties/message.h"

namespace guise::parties {

class Session {
 public:
  /// `me` outlives the session. `contribution`: 32 fresh random bytes, which the caller keeps until the session ends: after a
  /// restart the session is made anew from them and from all messages.
  Session(SessionSetup setup, const SecretIdentity& me, random::SecretBytes contribution);

  /// Takes a message, its own included; says why it refuses one, and is as before then. Empty where it took it, or had it.
  std::string receive(std::string_view text);
  /// What this owner has to say now and has not heard itself say. A sealed text differs each time it is made.
  std::vector<std::string> due() const;

  bool confirmed() const;
  /// Empty unless the session has ended without a key.
  const std::string& stopped() const { return stopped_; }
  Step step() const;                           ///< the first that is not complete
  std::vector<std::string> waits_for() const;  ///< owners whose message that step lacks
  /// Once it is confirmed.
  random::SecretText key_text() const;
  const random::SecretBytes& secret() const;
  /// Ends it without a key, for a reason that lies outside of it.
  void end(const std::string& reason) { stop(reason); }

 private:
  using Slot = std::map<std::size_t, Message>;  ///< by sender

  std::vector<Contributor> contributors() const;
  const Slot& slot(Step step) const;
  bool all(Step step) const;
  bool said(Step step) const { return slot(step).contains(my_place_); }
  void stop(const std::string& reason);
  std::string receive_reveal(const Message& message);
  void advance();
  void check_commitments();
  void open_reveals();
  bool open_one(const Message& reveal);
  void agree();
  std::string own_text(Step step, std::span<const std::uint8_t> body) const;
  std::string reveal_for(std::size_t to) const;
  std::vector<std::uint8_t> own_commitment() const;

  SessionSetup setup_;
  const SecretIdentity* me_;
  std::size_t my_place_ = 0;
  std::map<Step, Slot> heard_ = {};                           ///< all but reveals
  std::map<std::size_t, std::vector<Message>> reveals_ = {};  ///< to this owner, by sender
  std::map<std::size_t, std::size_t> opened_ = {};            ///< how many of these
  std::map<std::size_t, Message> sent_reveals_ = {};          ///< by recipient
  std::map<std::size_t, random::SecretBytes> contributions_ = {};
  std::optional<Bytes32> transcript_ = {};
  std::optional<random::SecretBytes> secret_ = {};
  std::string stopped_ = {};
};

}  // namespace guise::parties
