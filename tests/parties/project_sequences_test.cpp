// SPDX-License-Identifier: Apache-2.0
// Random sequences of what can happen to the parties of a project and to their messages, with what must never happen. Messages
// are delivered late, twice, in any order, changed, replayed from another project, or never; parties are killed and begin
// again; an owner or the miner plays two parts. A failure prints the seed of its sequence; GUISE_SEQUENCES says how many there
// are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "parties/dice.h"
#include "parties/project_fixtures.h"

namespace guise::parties {
namespace project_sequences_test {

struct Actor {
  std::size_t place;
  std::uint8_t side;  ///< 0 for honest ones; 1 and 2 of a party that plays two parts
  Project project;
  std::vector<std::string> heard = {};
  std::size_t closed = 0;  ///< how many of the messages it has surely heard
};

struct World {
  ProjectPlan plan;
  std::vector<Actor> actors = {};
  std::vector<std::string> sent = {};
  std::vector<Message> messages = {};
  std::optional<std::size_t> liar = {};

  World(ProjectPlan of, std::optional<std::size_t> two_faced) : plan(std::move(of)), liar(two_faced) {
    for (std::size_t i = 0; i < plan.setup().parties(); ++i) actors.push_back({i, 0, project_of(plan, i)});
    if (!liar) return;
    actors[*liar].side = 1;
    actors.push_back({*liar, 2, project_of(plan, *liar, 100)});
  }
  bool honest(const Actor& actor) const { return actor.side == 0; }
  bool said(Step step, std::size_t by) const {
    return std::any_of(messages.begin(), messages.end(),
                       [&](const Message& each) { return each.step == step && each.from == by; });
  }
};

void deliver(Actor& to, const std::string& text) {
  to.heard.push_back(text);
  EXPECT_EQ(to.project.receive(text), "");
}

/// The second part of a miner finds something else.
std::vector<std::string> texts_of(const Actor& actor) {
  const Project& project = actor.project;
  if (actor.side == 2 && project.is_miner() && project.due().empty() && project.asks() == Step::result)
    return {project.say_result("something else")};
  return all_due(project);
}

void speak(World& world, Actor& actor, Dice& dice) {
  const std::vector<std::string> texts = texts_of(actor);
  if (texts.empty()) return;
  const std::string& text = texts[dice.below(texts.size())];
  const Message message = read_message(text, world.plan.setup());
  if (message.step == Step::release && world.honest(actor))
    for (std::size_t by = 0; by < world.plan.owners.size(); ++by)
      EXPECT_TRUE(world.said(Step::confirm, by)) << "released too early";
  world.sent.push_back(text);
  world.messages.push_back(message);
  deliver(actor, text);
}

void restart(World& world, Actor& actor, Dice& dice) {
  Project again = project_of(world.plan, actor.place, actor.side == 2 ? 100 : 0);
  std::vector<std::string> heard = actor.heard;
  dice.shuffle(heard);
  for (const std::string& text : heard) EXPECT_EQ(again.receive(text), "");
  EXPECT_EQ(again.step(), actor.project.step());
  EXPECT_EQ(again.done(), actor.project.done());
  EXPECT_EQ(again.stopped().empty(), actor.project.stopped().empty());
  EXPECT_EQ(again.waits_for(), actor.project.waits_for());
  actor.project = std::move(again);
}

/// Two parts of one party do not hear each other: the net helps them.
bool is_for(const World& world, const Actor& actor, std::size_t which) {
  return world.honest(actor) || world.messages[which].from != actor.place;
}

void one_thing(World& world, const World& other, Dice& dice) {
  Actor& actor = world.actors[dice.below(world.actors.size())];
  switch (dice.below(7)) {
    case 0:
    case 1:
    case 2:
      return speak(world, actor, dice);
    case 3:
      if (dice.below(6) == 0) restart(world, actor, dice);
      return;
    case 4: {  // changed or cut on its way
      if (world.sent.empty()) return;
      std::string text = world.sent[dice.below(world.sent.size())];
      if (dice.below(3) == 0) {
        text.resize(dice.below(text.size()));
      } else {
        char& letter = text[dice.below(text.size())];
        letter = letter == 'q' ? 'r' : 'q';
      }
      EXPECT_NE(actor.project.receive(text), "");
      return;
    }
    case 5:  // replayed from another project of the same parties
      if (!other.sent.empty())
        EXPECT_EQ(actor.project.receive(other.sent[dice.below(other.sent.size())]), "it belongs to another session");
      return;
    default: {
      if (world.sent.empty()) return;
      const std::size_t which = dice.below(world.sent.size());
      if (is_for(world, actor, which)) deliver(actor, world.sent[which]);
    }
  }
}

/// Nothing has been delivered for sure yet, and still each party says for whom it waits.
void check_open(const World& world) {
  for (const Actor& actor : world.actors)
    if (actor.project.stopped().empty() && !actor.project.done()) EXPECT_FALSE(actor.project.waits_for().empty());
}

void check_secrets(const World& world) {
  std::string shared;
  for (const Actor& actor : world.actors) {
    if (!world.honest(actor) || actor.project.is_miner() || !actor.project.session().confirmed()) continue;
    const std::string own = shared_of(actor.project.session());
    EXPECT_TRUE(shared.empty() || own == shared) << "two owners confirmed different secrets";
    shared = own;
  }
  for (const std::string& text : world.sent) {
    EXPECT_TRUE(shared.empty() || text.find(shared.substr(7, 16)) == text.npos) << "the secret in clear";
    for (std::size_t i = 0; i < world.plan.owners.size(); ++i)
      EXPECT_EQ(text.find(to_base64(bytes_of_owner(i)).substr(0, 20)), text.npos) << "random bytes in clear";
  }
}

/// Everything is delivered to all honest parties, as often as one says something new.
void close(World& world, Dice& dice) {
  for (std::size_t before = world.sent.size() + 1; before != world.sent.size();) {
    before = world.sent.size();
    for (Actor& actor : world.actors)
      for (; actor.closed < before; ++actor.closed)
        if (is_for(world, actor, actor.closed)) deliver(actor, world.sent[actor.closed]);
    for (Actor& actor : world.actors)
      for (std::size_t due = texts_of(actor).size(); due > 0; --due) speak(world, actor, dice);
  }
}

/// Whether a party that plays two parts signed two things.
bool contradicted(const World& world) {
  for (const Message& one : world.messages)
    for (const Message& other : world.messages)
      if (world.liar && one.from == *world.liar && other.from == one.from && one.step == other.step &&
          one.step != Step::reveal && one.step != Step::rows && one.step != Step::people && !(one == other))
        return true;
  return false;
}

/// Returns whether there was a result.
bool check_end(const World& world) {
  const bool broken = contradicted(world);
  bool finished = true;
  for (const Actor& actor : world.actors) {
    if (!world.honest(actor)) continue;
    const Project& project = actor.project;
    EXPECT_EQ(project.done(), !broken) << project.stopped() << step_name(project.step());
    EXPECT_EQ(project.stopped().empty(), !broken);
    EXPECT_TRUE(project.waits_for().empty());
    finished = finished && project.done();
    if (!project.done() || project.is_miner()) continue;
    EXPECT_EQ(project.own_rows(), "rows of " + std::to_string(actor.place));
    if (world.plan.split == SplitOf::columns) EXPECT_EQ(project.common_people(people_of(actor.place)).size(), 6u);
    if (world.plan.units == UnitsOf::owners) EXPECT_EQ(project.units()->records, 3 * world.plan.owners.size());
  }
  return finished;
}

World world_of(Dice& dice, std::uint8_t session, bool may_lie) {
  const std::size_t owners = 2 + dice.below(2);
  const bool people = dice.below(3) == 0, units = !people && owners > 2 && dice.below(2) == 0;
  const ProjectPlan plan =
      plan_of(owners, session, units ? UnitsOf::owners : UnitsOf::mask, people ? SplitOf::columns : SplitOf::records);
  std::optional<std::size_t> liar;
  if (may_lie && dice.below(2) == 0) liar = dice.below(2) == 0 ? 0 : owners;
  return {plan, liar};
}

TEST(ProjectSequences, EndInOneResultOrInAReasonThatEverybodySees) {
  const char* asked = std::getenv("GUISE_SEQUENCES");
  const std::uint64_t sequences = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 100;
  std::size_t finished = 0, stopped = 0;
  for (std::uint64_t seed = 1; seed <= sequences; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    World one = world_of(dice, 1, true), two = world_of(dice, 2, false);
    const std::size_t things = dice.below(150);
    for (std::size_t i = 0; i < things; ++i) {
      one_thing(one, two, dice);
      if (dice.below(3) == 0) one_thing(two, one, dice);
    }
    check_open(one);
    check_secrets(one);
    close(one, dice);
    close(two, dice);
    check_secrets(one);
    EXPECT_TRUE(check_end(two));
    ++(check_end(one) ? finished : stopped);
    if (asked != nullptr && seed % 500 == 0)
      std::cout << "seeds 1 to " << seed << ": " << finished << " finished, " << stopped << " stopped\n";
    if (::testing::Test::HasFailure()) FAIL() << "sequence " << seed;
  }
  EXPECT_GT(finished, sequences / 5);
  EXPECT_GT(stopped, sequences / 10);
}

}  // namespace project_sequences_test
}  // namespace guise::parties
