// SPDX-License-Identifier: Apache-2.0
// Thousands of random sequences of what can happen to messages and owners, with what must never happen. A failure prints the
// seed of its sequence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "parties/dice.h"
#include "parties/session_fixtures.h"
#include "random/derive.h"

namespace guise::parties {
namespace session_sequences_test {

/// An owner with what it has heard. `side`: 0 for honest ones; two of one place are an owner who plays two parts.
struct Actor {
  std::size_t place;
  std::uint8_t side;
  Session session;
  std::vector<std::string> heard = {};
  std::size_t closed = 0;  ///< how many of what was sent it has surely heard
};

struct Sent {
  std::string text;
  Message message;
};

/// One session among its owners, and everything that was ever sent: the net may deliver any of it to anybody at any time.
struct World {
  SessionSetup setup;
  std::vector<Actor> actors = {};
  std::vector<Sent> sent = {};
  bool two_faced = false;

  World(std::size_t owners, std::uint8_t session, bool with_two_faced)
      : setup(setup_of(owners, session)), two_faced(with_two_faced) {
    for (std::size_t i = 0; i < owners; ++i) actors.push_back({i, 0, session_of(setup, i)});
    if (two_faced) {
      actors[0].side = 1;
      actors.push_back({0, 2, session_of(setup, 0, 100)});
    }
  }
  bool honest(const Actor& actor) const { return !two_faced || actor.place != 0; }
};

void deliver(Actor& to, const std::string& text) {
  to.heard.push_back(text);
  EXPECT_EQ(to.session.receive(text), "");
}

/// What an owner says, if anything is due. It hears itself at once, as what it says lies in its own folder.
void speak(World& world, Actor& actor, Dice& dice) {
  const std::vector<std::string> texts = actor.session.due();
  if (texts.empty()) return;
  const std::string& text = texts[dice.below(texts.size())];
  // The bytes leave nobody before all have signed one list of commitments.
  if (text.find("step=reveal") != text.npos) EXPECT_GE(actor.session.step(), Step::reveal);
  world.sent.push_back({text, read_message(text, world.setup)});
  deliver(actor, text);
}

/// Killed and begun again, from the messages in any order.
void restart(World& world, Actor& actor, Dice& dice) {
  Session again = session_of(world.setup, actor.place, actor.side == 2 ? 100 : 0);
  std::vector<std::string> heard = actor.heard;
  dice.shuffle(heard);
  for (const std::string& text : heard) again.receive(text);
  EXPECT_EQ(again.step(), actor.session.step());
  EXPECT_EQ(again.confirmed(), actor.session.confirmed());
  EXPECT_EQ(again.stopped().empty(), actor.session.stopped().empty());
  EXPECT_EQ(again.waits_for(), actor.session.waits_for());
  actor.session = std::move(again);
}

/// A reveal goes to one owner. The net keeps the two parts of an owner from hearing each other, as one that helps it would.
bool is_for(const Actor& actor, const Message& message, const World& world) {
  if (!world.honest(actor) && message.from == actor.place) return false;
  return message.step != Step::reveal || message.to == actor.place;
}

void check_never(const World& world) {
  std::string shared;
  for (const Actor& actor : world.actors) {
    if (!world.honest(actor) || !actor.session.confirmed()) continue;
    const std::string own = shared_of(actor.session);
    EXPECT_TRUE(shared.empty() || own == shared) << "two owners confirmed different secrets";
    shared = own;
  }
  for (const Sent& each : world.sent)
    EXPECT_TRUE(shared.empty() || each.text.find(shared.substr(7, 16)) == each.text.npos) << "the secret in clear";
}

/// No contribution of an owner lies in clear in anything that was sent.
void check_hidden(const World& world) {
  for (std::size_t i = 0; i < world.setup.owners.size(); ++i) {
    const random::SecretBytes bytes = bytes_of_owner(i);
    const std::string letters = to_base64(bytes).substr(0, 20), digits = to_hex(std::span(bytes.data(), 16));
    for (const Sent& each : world.sent) {
      EXPECT_EQ(each.text.find(letters), each.text.npos);
      EXPECT_EQ(each.text.find(digits), each.text.npos);
    }
  }
}

void one_thing(World& world, const World& other, Dice& dice) {
  Actor& actor = world.actors[dice.below(world.actors.size())];
  switch (dice.below(6)) {
    case 0:
    case 1:
      return speak(world, actor, dice);
    case 2:
      if (dice.below(8) == 0) restart(world, actor, dice);
      return;
    case 3: {  // a letter is changed on the way
      if (world.sent.empty()) return;
      std::string text = world.sent[dice.below(world.sent.size())].text;
      char& letter = text[dice.below(text.size())];
      letter = letter == 'q' ? 'r' : 'q';
      EXPECT_NE(actor.session.receive(text), "");
      return;
    }
    case 4:  // a message of the other session
      if (!other.sent.empty())
        EXPECT_EQ(actor.session.receive(other.sent[dice.below(other.sent.size())].text), "it belongs to another session");
      return;
    default: {  // delivered: for the first time, again, late, before others
      if (world.sent.empty()) return;
      const Sent& one = world.sent[dice.below(world.sent.size())];
      if (is_for(actor, one.message, world)) deliver(actor, one.text);
    }
  }
}

/// The net delivers everything to all honest owners, as often as anybody says something new.
void close(World& world, Dice& dice) {
  for (std::size_t before = world.sent.size() + 1; before != world.sent.size();) {
    before = world.sent.size();
    for (Actor& actor : world.actors)
      for (; actor.closed < before; ++actor.closed)
        if (is_for(actor, world.sent[actor.closed].message, world)) deliver(actor, world.sent[actor.closed].text);
    for (Actor& actor : world.actors)
      for (std::size_t due = actor.session.due().size(); due > 0; --due) speak(world, actor, dice);
  }
}

/// Whether both parts of a two-faced owner have committed, which is what contradicts itself.
bool committed_twice(const World& world) {
  std::set<std::vector<std::uint8_t>> bodies;
  for (const Sent& each : world.sent)
    if (each.message.step == Step::commit && each.message.from == 0) bodies.insert(each.message.body);
  return bodies.size() > 1;
}

void check_end(const World& world) {
  const bool broken = world.two_faced && committed_twice(world);
  for (const Actor& actor : world.actors) {
    if (!world.honest(actor)) continue;
    EXPECT_EQ(actor.session.confirmed(), !broken) << actor.session.stopped();
    EXPECT_EQ(actor.session.stopped().empty(), !broken);
    EXPECT_TRUE(actor.session.waits_for().empty());
  }
}

TEST(SessionSequences, EndInOneSecretOrInAReasonThatEverybodySees) {
  const char* asked = std::getenv("GUISE_SEQUENCES");
  const std::uint64_t sequences = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 60;
  std::size_t agreed = 0, stopped = 0;
  for (std::uint64_t seed = 1; seed <= sequences; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    World one(2 + dice.below(3), 1, dice.below(2) == 0), two(2 + dice.below(2), 2, false);
    const std::size_t things = dice.below(120);
    for (std::size_t i = 0; i < things; ++i) {
      one_thing(one, two, dice);
      if (dice.below(3) == 0) one_thing(two, one, dice);
      if (dice.below(8) == 0) check_never(one);
    }
    close(one, dice);
    close(two, dice);
    for (const World* world : {&one, &two}) {
      check_never(*world);
      check_hidden(*world);
      check_end(*world);
    }
    ++(one.actors.back().session.confirmed() ? agreed : stopped);
    if (::testing::Test::HasFailure()) FAIL() << "sequence " << seed;
  }
  // Both ends were reached.
  EXPECT_GT(agreed, sequences / 5);
  EXPECT_GT(stopped, sequences / 5);
}

}  // namespace session_sequences_test
}  // namespace guise::parties
