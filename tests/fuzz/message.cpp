// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "parties/session.h"
#include "party_seeds.h"

namespace guise::fuzz::targets {

void message(std::string_view bytes) {
  static const parties::SecretIdentity north = fixed_party("north", '1'), south = fixed_party("south", '2');
  static const parties::SessionSetup setup{.plan = "a plan", .owners = {north.open(), south.open()}};
  parties::Session session(setup, south, random::SecretBytes());
  const std::string refused = session.receive(bytes);
  must(session.stopped().empty() && !session.confirmed());  // nobody but north can make it stop
  require(refused.empty(), "{}", refused);
  must(session.waits_for().size() <= 2 && session.due().size() <= 1);
}

}  // namespace guise::fuzz::targets
