// SPDX-License-Identifier: Apache-2.0
// Projects of fixed parties, and parties that carry out a plan with made-up tables.
#pragma once
#include <string>
#include <vector>

#include "parties/project.h"
#include "parties/session_fixtures.h"

namespace guise::parties {

inline const SecretIdentity& fixed_miner() {
  static const SecretIdentity miner = fixed_party("miner", 99);
  return miner;
}

inline ProjectPlan plan_of(std::size_t owners, std::uint8_t session, UnitsOf units = UnitsOf::mask,
                           SplitOf split = SplitOf::records, bool mined = true) {
  ProjectPlan plan{.title = "a test", .session = {session}, .made = "2026-01-01T00:00:00Z", .deadline = "2026-02-01T00:00:00Z"};
  for (std::size_t i = 0; i < owners; ++i) {
    plan.owners.push_back(owner(i).open());
    plan.columns[owner(i).open().name] =
        split == SplitOf::records ? std::vector<std::string>{"x"} : std::vector<std::string>{"x" + std::to_string(i)};
  }
  if (mined) plan.miner = fixed_miner().open();
  plan.units = units;
  plan.split = split;
  if (split == SplitOf::columns) plan.by = "id";
  plan.mask = "rotate";
  plan.tasks = {"kmeans(k=2)"};
  return plan;
}

/// The identity at a place of a plan, and its bytes.
inline const SecretIdentity& party_at(const ProjectPlan& plan, std::size_t place) {
  return place < plan.owners.size() ? owner(place) : fixed_miner();
}

inline Project project_of(const ProjectPlan& plan, std::size_t place, std::uint8_t salt = 0) {
  return {plan, party_at(plan, place), bytes_of_owner(place, salt)};
}

/// People 0 … 5 and one of its own.
inline std::vector<std::string> people_of(std::size_t place) {
  std::vector<std::string> people{"own " + std::to_string(place)};
  for (std::size_t i = 0; i < 6; ++i) people.push_back(std::to_string((i + place) % 6));
  return people;
}

inline ColumnSums sums_of_owner(std::size_t place) {
  ColumnSums sums(1);
  for (int i = 0; i < 3; ++i) {
    sums.add_record();
    sums.add(0, static_cast<double>(place) + i);
  }
  return sums;
}

/// What a party that carries out the plan says in a step that asks for something of its own.
inline std::vector<std::string> answers(const Project& project, Step asked) {
  std::vector<std::string> texts;
  switch (asked) {
    case Step::units:
      return {project.say_units(sums_of_owner(project.place()))};
    case Step::people:
      return {project.say_people(people_of(project.place()))};
    case Step::matrix:
      return {project.say_matrix(Bytes32{42})};
    case Step::release:
      return {project.say_release({.data = plan_hash("data " + std::to_string(project.place())),
                                   .card = plan_hash("card"),
                                   .data_bytes = 1,
                                   .card_bytes = 1,
                                   .records = 3,
                                   .transcript = project.transcript()})};
    case Step::result:
      return {project.say_result("found")};
    case Step::rows:
      for (std::size_t to = 0; to < project.plan().owners.size(); ++to)
        texts.push_back(project.say_rows(to, "rows of " + std::to_string(to)));
      return texts;
    default:
      return {};
  }
}

/// All that a party can say now.
inline std::vector<std::string> all_due(const Project& project) {
  std::vector<std::string> texts = project.due();
  const auto asked = project.asks();
  if (texts.empty() && asked) return answers(project, *asked);
  return texts;
}

/// A project at each of its parties, who hear each other at once.
struct Parties {
  ProjectPlan plan;
  std::vector<Project> all = {};
  std::vector<std::string> said = {};

  explicit Parties(ProjectPlan of) : plan(std::move(of)) {
    for (std::size_t i = 0; i < plan.setup().parties(); ++i) all.push_back(project_of(plan, i));
  }
  void tell(const std::string& text) {
    said.push_back(text);
    for (Project& each : all) EXPECT_EQ(each.receive(text), "");
  }
  bool round() {
    std::vector<std::string> texts;
    for (const Project& each : all)
      for (std::string& text : all_due(each)) texts.push_back(std::move(text));
    for (const std::string& text : texts) tell(text);
    return !texts.empty();
  }
  void run_until(Step step) {
    while (all[0].step() < step && round()) {
    }
  }
  void run() {
    while (round()) {
    }
  }
  std::string lie(std::size_t by, Step step, const std::vector<std::uint8_t>& body) const {
    return message_text({.step = step, .from = by, .body = body}, plan.setup(), party_at(plan, by));
  }
};

}  // namespace guise::parties
