// SPDX-License-Identifier: Apache-2.0
#include "parties/session.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "random/derive.h"
#include "random/key_share.h"

namespace guise::parties {
namespace {

using random::SecretBytes;

constexpr Step kSteps[] = {Step::plan, Step::commit, Step::freeze, Step::reveal, Step::confirm};
constexpr std::size_t kMostReason = 300;  // bytes
constexpr std::size_t kMostReveals = 8;   // texts of one owner: a new one each time it loses what it sent

/// What is sealed in a reveal: the contribution and the sender's signature.
struct Revealed {
  std::array<std::uint8_t, sizeof(Bytes32) + sizeof(Bytes64)> bytes{};
  Revealed() = default;
  Revealed(const Revealed&) = delete;
  Revealed& operator=(const Revealed&) = delete;
  ~Revealed() { random::wipe(bytes); }
  std::span<std::uint8_t> contribution() { return std::span(bytes).first(sizeof(Bytes32)); }
  std::span<std::uint8_t> signature() { return std::span(bytes).last(sizeof(Bytes64)); }
};

/// What the sender signs: nobody can reveal it again to another owner, in another session, or under other commitments.
void hash_reveal(const SessionSetup& setup, const Bytes32& transcript, const PublicIdentity& from, const PublicIdentity& to,
                 random::ByteSpan contribution, Bytes32& out) {
  random::hash_fields(
      {}, {random::bytes_of("guise/reveal/v1"), setup.digest(), transcript, from.digest(), to.digest(), contribution}, out);
}

std::vector<std::uint8_t> bytes_from(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

std::size_t place_of(const PublicIdentity& me, const SessionSetup& setup) {
  const auto found = std::find_if(setup.owners.begin(), setup.owners.end(),
                                  [&](const PublicIdentity& each) { return each.digest() == me.digest(); });
  require(found != setup.owners.end(), "'{}' is no owner in the plan, or is there with other keys", me.name);
  return static_cast<std::size_t>(found - setup.owners.begin());
}

void check_owners(const std::vector<PublicIdentity>& owners) {
  require(owners.size() >= 2, "a session needs two owners or more, got {}", owners.size());
  for (std::size_t i = 1; i < owners.size(); ++i)
    require(owners[i - 1].name < owners[i].name, "owners have different names and stand in their order; '{}' follows '{}'",
            owners[i].name, owners[i - 1].name);
}

}  // namespace

Session::Session(SessionSetup setup, const SecretIdentity& me, SecretBytes contribution) : setup_(std::move(setup)), me_(&me) {
  check_owners(setup_.owners);
  my_place_ = place_of(me.open(), setup_);
  contributions_.emplace(my_place_, std::move(contribution));
}

std::vector<Contributor> Session::contributors() const {
  std::vector<Contributor> all;
  for (const PublicIdentity& owner : setup_.owners) all.push_back({owner.name, owner.digest()});
  return all;
}

const Session::Slot& Session::slot(Step step) const {
  static const Slot none;
  const auto found = heard_.find(step);
  return found == heard_.end() ? none : found->second;
}

bool Session::all(Step step) const {
  return (step == Step::reveal ? contributions_.size() : slot(step).size()) == setup_.owners.size();
}

void Session::stop(const std::string& reason) {
  if (!stopped_.empty()) return;
  stopped_ = reason;
  secret_.reset();
  contributions_.clear();
}

std::string Session::receive(std::string_view text) {
  Message message;
  try {
    message = read_message(text, setup_);
  } catch (const Error& refused) {
    return refused.what();
  }
  if (message.step > Step::confirm && message.step != Step::abort) return "it belongs to a step behind the agreement";
  if (message.step == Step::reveal) return receive_reveal(message);
  if (message.step == Step::plan && message.from >= setup_.owners.size()) return "";  // the miner's, which has no part in it
  const auto [known, fresh] = heard_[message.step].emplace(message.from, message);
  const std::string& name = setup_.party(message.from).name;
  if (message.step == Step::abort) {
    const std::string_view reason(reinterpret_cast<const char*>(message.body.data()), message.body.size());
    stop(fmt::format("'{}' stopped: {}", name, printable(reason)));
  } else if (!fresh && !(known->second == message)) {
    stop(fmt::format("'{}' signed two different messages of the step '{}'", name, step_name(message.step)));
  }
  advance();
  return "";
}

std::string Session::receive_reveal(const Message& message) {
  if (message.from == my_place_) {
    sent_reveals_.emplace(*message.to, message);
    return "";
  }
  if (*message.to != my_place_) return "it is sealed for another owner";
  std::vector<Message>& known = reveals_[message.from];
  if (std::find(known.begin(), known.end(), message) != known.end()) return "";
  if (known.size() == kMostReveals) return "its sender has revealed too often";
  known.push_back(message);
  advance();
  return "";
}

void Session::advance() {
  if (stopped_.empty() && all(Step::commit)) check_commitments();
  if (stopped_.empty() && transcript_) open_reveals();
  if (stopped_.empty() && all(Step::reveal)) agree();
}

void Session::check_commitments() {
  if (slot(Step::commit).at(my_place_).body != own_commitment())
    return stop("a message in this owner's name commits to other bytes: they were lost, or the identity was stolen");
  std::vector<Bytes32> commitments(setup_.owners.size());
  for (const auto& [from, message] : slot(Step::commit))
    std::copy(message.body.begin(), message.body.end(), commitments[from].begin());
  transcript_ = transcript(setup_.session, plan_hash(setup_.plan), contributors(), commitments);
  for (const auto& [from, message] : slot(Step::freeze))
    if (!std::equal(message.body.begin(), message.body.end(), transcript_->begin()))
      return stop(fmt::format("'{}' was shown other commitments than '{}'", setup_.owners[from].name, me_->open().name));
}

void Session::open_reveals() {
  for (const auto& [from, messages] : reveals_)
    for (std::size_t& next = opened_[from]; next < messages.size(); ++next)
      if (!open_one(messages[next]))
        return stop(fmt::format("'{}' revealed something else than it committed to", setup_.owners[from].name));
}

bool Session::open_one(const Message& reveal) {
  Revealed content;
  if (!me_->unseal(reveal.body, content.bytes)) return false;
  const PublicIdentity& from = setup_.owners[reveal.from];
  random::Secret hash;
  hash_reveal(setup_, *transcript_, from, me_->open(), content.contribution(), hash.bytes);
  if (crypto_sign_verify_detached(content.signature().data(), hash.bytes.data(), hash.bytes.size(),
                                  from.verifying.key.data()) != 0)
    return false;
  SecretBytes contribution;
  std::copy(content.contribution().begin(), content.contribution().end(), contribution.bytes().begin());
  const Bytes32 made = commitment(setup_.session, plan_hash(setup_.plan), {from.name, from.digest()}, contribution);
  const auto& promised = slot(Step::commit).at(reveal.from).body;
  if (!std::equal(promised.begin(), promised.end(), made.begin())) return false;
  contributions_.emplace(reveal.from, std::move(contribution));
  return true;
}

void Session::agree() {
  if (!secret_) {
    std::vector<SecretBytes> in_order;
    for (const auto& [from, contribution] : contributions_) in_order.emplace_back(static_cast<const Bytes32&>(contribution));
    secret_ = agreed_secret(*transcript_, in_order);
  }
  const Bytes16 tag = confirmation(*secret_);
  for (const auto& [from, message] : slot(Step::confirm))
    if (!std::equal(message.body.begin(), message.body.end(), tag.begin()))
      return stop(fmt::format("'{}' came to another secret than '{}'", setup_.owners[from].name, me_->open().name));
}

std::vector<std::uint8_t> Session::own_commitment() const {
  const Contributor me{me_->open().name, me_->open().digest()};
  return bytes_from(commitment(setup_.session, plan_hash(setup_.plan), me, contributions_.at(my_place_)));
}

std::string Session::own_text(Step step, std::span<const std::uint8_t> body) const {
  return message_text({.step = step, .from = my_place_, .body = bytes_from(body)}, setup_, *me_);
}

std::string Session::reveal_for(std::size_t to) const {
  Revealed content;
  random::Secret hash;
  const SecretBytes& contribution = contributions_.at(my_place_);
  hash_reveal(setup_, *transcript_, me_->open(), setup_.owners[to], contribution, hash.bytes);
  const Bytes64 signature = me_->sign(hash.bytes);
  std::copy(contribution.begin(), contribution.end(), content.contribution().begin());
  std::copy(signature.begin(), signature.end(), content.signature().begin());
  std::vector<std::uint8_t> sealed(content.bytes.size() + kSealBytes);
  require(seal(content.bytes, setup_.owners[to], sealed), "nothing can be sealed for '{}': its public file holds no valid key",
          setup_.owners[to].name);
  return message_text({.step = Step::reveal, .from = my_place_, .to = to, .body = std::move(sealed)}, setup_, *me_);
}

std::vector<std::string> Session::due() const {
  std::vector<std::string> texts;
  if (!stopped_.empty()) {
    if (!said(Step::abort)) texts.push_back(own_text(Step::abort, random::bytes_of(stopped_.substr(0, kMostReason))));
    return texts;
  }
  if (!said(Step::plan)) texts.push_back(own_text(Step::plan, {}));
  if (all(Step::plan) && !said(Step::commit)) texts.push_back(own_text(Step::commit, own_commitment()));
  if (transcript_ && !said(Step::freeze)) texts.push_back(own_text(Step::freeze, *transcript_));
  if (!transcript_ || !all(Step::freeze)) return texts;
  for (std::size_t to = 0; to < setup_.owners.size(); ++to)
    if (to != my_place_ && !sent_reveals_.contains(to)) texts.push_back(reveal_for(to));
  const bool revealed = sent_reveals_.size() + 1 == setup_.owners.size();
  if (revealed && secret_ && !said(Step::confirm)) texts.push_back(own_text(Step::confirm, confirmation(*secret_)));
  return texts;
}

bool Session::confirmed() const {
  return secret_.has_value() && std::all_of(std::begin(kSteps), std::end(kSteps), [&](Step each) { return all(each); });
}

Step Session::step() const {
  if (!stopped_.empty()) return Step::abort;
  const auto* const open = std::find_if_not(std::begin(kSteps), std::end(kSteps), [&](Step each) { return all(each); });
  return open == std::end(kSteps) ? Step::confirm : *open;
}

std::vector<std::string> Session::waits_for() const {
  std::vector<std::string> names;
  const Step open = step();
  if (!stopped_.empty() || confirmed()) return names;
  for (std::size_t i = 0; i < setup_.owners.size(); ++i)
    if (open == Step::reveal ? !contributions_.contains(i) : !slot(open).contains(i)) names.push_back(setup_.owners[i].name);
  return names;
}

random::SecretText Session::key_text() const {
  return random::key_text_with(secret());
}

const SecretBytes& Session::secret() const {
  assert(confirmed());
  return *secret_;
}

}  // namespace guise::parties
