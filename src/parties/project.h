// SPDX-License-Identifier: Apache-2.0
// A project of several owners and a miner, as a function of messages alone: no clock, no file, no socket. First the owners
// agree on a secret (session.h). Then, as far as the plan has them:
//   units    masked sums: means and standard deviations over all owners (joint_units.h)
//   people   lists of points: the people that all owners have (common_people.h)
//   matrix   a keyed hash of the secret matrices; all are equal, or nothing is released
//   release  a manifest of the owner's release
//   result   what the miner found; without a miner, what each owner found
//   rows     from the miner to one owner, sealed: what it found about that owner's records
// Where a project stands depends on the set of messages, never on their order or number. A contradiction ends it for good.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "parties/common_people.h"
#include "parties/joint_units.h"
#include "parties/manifest.h"
#include "parties/project_plan.h"
#include "parties/session.h"

namespace guise::parties {

class Project {
 public:
  /// `me`, an owner or the miner, outlives the project. `contribution`: as a session has it; the miner needs none.
  Project(ProjectPlan plan, const SecretIdentity& me, random::SecretBytes contribution);
  /// Of nobody: it hears, and has nothing to say.
  static Project observe(ProjectPlan plan) { return Project(std::move(plan)); }

  /// Takes a message, its own included; says why it refuses one, and is as before then. Empty where it took it, or had it.
  std::string receive(std::string_view text);
  /// What this party has to say now that needs nothing but messages.
  std::vector<std::string> due() const;
  /// The step in which this party has to add something of its own (its table, its release, its findings); said by say().
  std::optional<Step> asks() const;

  std::string say_units(const ColumnSums& own) const;
  std::string say_people(std::span<const std::string> identifiers) const;
  std::string say_matrix(const Bytes32& hash) const;
  std::string say_release(const Manifest& manifest) const;
  std::string say_result(std::string_view findings) const;
  std::string say_rows(std::size_t to, std::string_view rows) const;
  /// Ends the project for everybody.
  std::string say_abort(const std::string& reason) const;

  Step step() const;  ///< the first that is not complete; abort where the project was stopped
  bool done() const;
  bool complete(Step step) const;
  std::vector<std::string> waits_for() const;  ///< parties whose message that step lacks
  bool said(Step step, std::size_t by) const;  ///< all that this party has to say in it
  const std::string& stopped() const;          ///< empty unless it was stopped

  const ProjectPlan& plan() const { return plan_; }
  const SessionSetup& setup() const { return setup_; }
  std::size_t place() const { return place_; }
  bool is_miner() const { return place_ >= setup_.owners.size(); }
  /// Once the owners confirmed; of an owner.
  const Session& session() const { return *session_; }
  bool confirmed() const { return complete(Step::confirm); }
  const std::optional<JointUnits>& units() const { return units_; }
  const Bytes32& transcript() const { return *transcript_; }
  Manifest manifest_of(std::size_t owner) const;
  /// Once the step people is complete: places in `identifiers`, in the order of the release. Refuses other identifiers than
  /// those that were compared.
  std::vector<std::size_t> common_people(std::span<const std::string> identifiers) const;
  std::string wrong_people() const;  ///< why the lists that owners passed on cannot be right; empty where they can
  std::string result_of(std::size_t by) const;
  std::string own_rows() const;  ///< that the miner sealed for this owner

 private:
  explicit Project(ProjectPlan plan);
  using Place = std::tuple<Step, std::size_t, std::size_t, std::uint16_t>;  ///< step, from, to, part

  const Message* find(Step step, std::size_t from, std::size_t to = 0, std::uint16_t part = 0) const;
  std::string take(const Message& message);
  void stop(const std::string& reason);
  void advance();
  void check_agreement();
  void check_people(const Message& message);
  void check_releases();
  bool said_people(std::size_t by) const;
  std::string text_of(Step step, std::span<const std::uint8_t> body, std::optional<std::size_t> to = {}) const;
  std::string people_text(std::size_t origin, std::size_t hop, std::span<const Point> points) const;
  std::optional<std::vector<Point>> people_at(std::size_t origin, std::size_t hop) const;
  std::vector<std::string> people_due() const;

  ProjectPlan plan_;
  SessionSetup setup_;
  const SecretIdentity* me_ = nullptr;
  std::size_t place_ = 0;
  random::SecretBytes contribution_;
  std::optional<Session> session_ = {};  ///< of an owner
  std::map<Place, Message> heard_ = {};
  std::optional<Bytes32> transcript_ = {};
  std::optional<JointUnits> units_ = {};
  std::string stopped_ = {};
};

}  // namespace guise::parties
