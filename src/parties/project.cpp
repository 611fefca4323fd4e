// SPDX-License-Identifier: Apache-2.0
#include "parties/project.h"

#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "base/text.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

using random::SecretBytes;

constexpr Step kSteps[] = {Step::plan,   Step::commit, Step::freeze,  Step::reveal, Step::confirm, Step::units,
                           Step::people, Step::matrix, Step::release, Step::result, Step::rows};
std::size_t place_in(const SessionSetup& setup, const PublicIdentity& me) {
  for (std::size_t i = 0; i < setup.parties(); ++i)
    if (setup.party(i).digest() == me.digest()) return i;
  for (std::size_t i = 0; i < setup.parties(); ++i)
    require(setup.party(i).name != me.name,
            "the plan has another party of the name '{}', with other keys; use the identity that you gave to your partners",
            me.name);
  refuse("'{}' is no party of the plan", me.name);
}

std::string text_in(const Message& message) {
  return {message.body.begin(), message.body.end()};
}

/// Of an abort. Parties pass the first one on, with the name of the party that said it.
std::string reason_in(const Message& message, const std::string& by) {
  const std::string reason = printable(text_in(message));
  return reason.find("' stopped: ") != reason.npos ? reason : fmt::format("'{}' stopped: {}", by, reason);
}

}  // namespace

Project::Project(ProjectPlan plan, const SecretIdentity& me, SecretBytes contribution)
    : plan_(std::move(plan)),
      setup_(plan_.setup()),
      me_(&me),
      place_(place_in(setup_, me.open())),
      contribution_(static_cast<const Bytes32&>(contribution)) {
  check_plan(plan_);
  if (!is_miner()) session_.emplace(setup_, me, std::move(contribution));
}

Project::Project(ProjectPlan plan) : plan_(std::move(plan)), setup_(plan_.setup()), place_(setup_.parties()) {
  check_plan(plan_);
}

const Message* Project::find(Step step, std::size_t from, std::size_t to, std::uint16_t part) const {
  const auto found = heard_.find({step, from, to, part});
  return found == heard_.end() ? nullptr : &found->second;
}

std::string Project::receive(std::string_view text) {
  Message message;
  try {
    message = read_message(text, setup_);
    if (message.step == Step::people) check_people(message);
    if (message.step == Step::release) read_manifest(text_in(message));
  } catch (const Error& refused) {
    return refused.what();
  }
  if (session_ && message.step <= Step::confirm && message.from < setup_.owners.size()) {
    const std::string refused = session_->receive(text);
    if (!refused.empty() && message.step != Step::reveal) return refused;
  }
  return take(message);
}

std::string Project::take(const Message& message) {
  const std::uint16_t part =
      message.step == Step::people ? static_cast<std::uint16_t>(message.body[0] << 8 | message.body[1]) : std::uint16_t{0};
  const auto [known, fresh] = heard_.emplace(Place{message.step, message.from, message.to.value_or(0), part}, message);
  const std::string& name = setup_.party(message.from).name;
  if (message.step == Step::abort)
    stop(reason_in(message, name));
  else if (!fresh && message.step != Step::reveal && message.step != Step::rows && !(known->second == message))
    stop(fmt::format("'{}' signed two different messages of the step '{}'", name, step_name(message.step)));
  if (stopped().empty()) advance();
  return "";
}

void Project::stop(const std::string& reason) {
  if (!stopped_.empty()) return;
  stopped_ = reason;
  if (session_) session_->end(reason);
}

const std::string& Project::stopped() const {
  return stopped_.empty() && session_ ? session_->stopped() : stopped_;
}

bool Project::said_people(std::size_t by) const {
  const std::size_t owners = setup_.owners.size();
  for (std::size_t hop = 1; hop <= owners; ++hop) {
    const std::size_t origin = (by + owners - (hop - 1)) % owners;
    if (find(Step::people, by, 0, static_cast<std::uint16_t>(origin << 8 | hop)) == nullptr) return false;
  }
  return true;
}

bool Project::said(Step step, std::size_t by) const {
  const std::size_t owners = setup_.owners.size();
  const bool owner = by < owners;
  switch (step) {
    case Step::plan:
    case Step::abort:
      return find(step, by) != nullptr;
    case Step::reveal:
      for (std::size_t to = 0; owner && to < owners; ++to)
        if (to != by && find(step, by, to) == nullptr) return false;
      return true;
    case Step::units:
      return plan_.units != UnitsOf::owners || !owner || find(step, by) != nullptr;
    case Step::people:
      return plan_.split != SplitOf::columns || !owner || said_people(by);
    case Step::result:
      return owner == plan_.miner.has_value() || find(step, by) != nullptr;
    case Step::rows:
      for (std::size_t to = 0; !owner && to < owners; ++to)
        if (find(step, by, to) == nullptr) return false;
      return true;
    default:
      return !owner || find(step, by) != nullptr;
  }
}

bool Project::complete(Step step) const {
  for (std::size_t by = 0; by < setup_.parties(); ++by)
    if (!said(step, by)) return false;
  return step != Step::confirm || !session_ || session_->confirmed();
}

Step Project::step() const {
  if (!stopped().empty()) return Step::abort;
  const auto* const open = std::find_if_not(std::begin(kSteps), std::end(kSteps), [&](Step each) { return complete(each); });
  return open == std::end(kSteps) ? Step::rows : *open;
}

bool Project::done() const {
  return stopped().empty() && std::all_of(std::begin(kSteps), std::end(kSteps), [&](Step each) { return complete(each); });
}

std::vector<std::string> Project::waits_for() const {
  std::vector<std::string> names;
  if (!stopped().empty() || done()) return names;
  for (std::size_t by = 0; by < setup_.parties(); ++by)
    if (!said(step(), by)) names.push_back(setup_.party(by).name);
  return names;
}

void Project::advance() {
  if (complete(Step::freeze)) check_agreement();
  try {
    if (stopped().empty() && plan_.units == UnitsOf::owners && !units_ && confirmed() && complete(Step::units)) {
      std::vector<std::vector<std::uint8_t>> sent;
      for (std::size_t by = 0; by < setup_.owners.size(); ++by) sent.push_back(find(Step::units, by)->body);
      units_ = joint_units(sent, plan_.columns.begin()->second);
    }
  } catch (const Error& refused) {
    return stop(refused.what());
  }
  if (stopped().empty()) check_releases();
}

/// What the miner can check of the agreement, and every owner again.
void Project::check_agreement() {
  if (!complete(Step::commit)) return;
  std::vector<Contributor> owners;
  std::vector<Bytes32> commitments(setup_.owners.size());
  for (std::size_t by = 0; by < commitments.size(); ++by) {
    owners.push_back({setup_.owners[by].name, setup_.owners[by].digest()});
    std::copy_n(find(Step::commit, by)->body.begin(), sizeof(Bytes32), commitments[by].begin());
  }
  transcript_ = parties::transcript(setup_.session, plan_hash(setup_.plan), owners, commitments);
  const Message* first = nullptr;
  for (std::size_t by = 0; by < commitments.size(); ++by) {
    if (!std::equal(transcript_->begin(), transcript_->end(), find(Step::freeze, by)->body.begin()))
      return stop(fmt::format("'{}' was shown other commitments than the others", setup_.owners[by].name));
    const Message* const tag = find(Step::confirm, by);
    if (tag == nullptr) continue;
    if (first == nullptr) first = tag;
    if (tag->body != first->body)
      return stop(
          fmt::format("'{}' came to another secret than '{}'", setup_.owners[by].name, setup_.owners[first->from].name));
  }
}

void Project::check_releases() {
  const Message* first = nullptr;
  for (std::size_t by = 0; by < setup_.owners.size(); ++by) {
    const std::string& name = setup_.owners[by].name;
    if (const Message* const matrix = find(Step::matrix, by)) {
      if (first == nullptr) first = matrix;
      if (matrix->body != first->body)
        return stop(fmt::format("'{}' has other secret matrices than '{}': both need one version of guise", name,
                                setup_.owners[first->from].name));
    }
    const Message* const release = find(Step::release, by);
    if (release == nullptr || !transcript_) continue;
    if (read_manifest(text_in(*release)).transcript != *transcript_)
      return stop(fmt::format("'{}' released under another secret", name));
  }
}

/// Its form: anything else can only be seen by owners who have the secret.
void Project::check_people(const Message& message) {
  const std::size_t owners = setup_.owners.size(), points = static_cast<std::size_t>(plan_.most_people) * sizeof(Point);
  require(plan_.split == SplitOf::columns, "the plan compares no people");
  require(message.body.size() >= 2 + kHiddenBytes && message.body.size() <= 2 + kHiddenBytes + points,
          "it lists more people than the {} of the plan, or none", plan_.most_people);
  const std::size_t origin = message.body[0], hop = message.body[1];
  require(origin < owners && hop >= 1 && hop <= owners && (origin + hop - 1) % owners == message.from,
          "it is a list of people that '{}' has no part in", setup_.owners[message.from].name);
}

Manifest Project::manifest_of(std::size_t owner) const {
  return read_manifest(text_in(*find(Step::release, owner)));
}

std::string Project::result_of(std::size_t by) const {
  const Message* const found = find(Step::result, by);
  return found == nullptr ? "" : text_in(*found);
}

}  // namespace guise::parties
