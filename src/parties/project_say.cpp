// SPDX-License-Identifier: Apache-2.0
// What a party of a project says, and when.
#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "parties/project.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

constexpr std::size_t kMostReason = 500;  // bytes
constexpr std::uint32_t kUnitsRound = 1;

std::span<const std::uint8_t> bytes_in(std::string_view text) {
  return random::bytes_of(text);
}

}  // namespace

std::string Project::text_of(Step step, std::span<const std::uint8_t> body, std::optional<std::size_t> to) const {
  require(body.size() <= most_body(step), "what is said in the step '{}' has {} bytes, and at most {} fit", step_name(step),
          body.size(), most_body(step));
  return message_text({.step = step, .from = place_, .to = to, .body = {body.begin(), body.end()}}, setup_, *me_);
}

std::string Project::say_abort(const std::string& reason) const {
  return text_of(Step::abort, bytes_in(std::string_view(reason).substr(0, kMostReason)));
}

std::vector<std::string> Project::due() const {
  std::vector<std::string> texts;
  if (me_ == nullptr) return texts;
  if (!stopped().empty()) {
    if (!said(Step::abort, place_)) texts.push_back(say_abort(stopped()));
    return texts;
  }
  if (!said(Step::plan, place_)) {
    texts.push_back(text_of(Step::plan, {}));
    return texts;
  }
  if (is_miner() || !complete(Step::plan)) return texts;
  if (!session_->confirmed()) return session_->due();
  return complete(Step::units) ? people_due() : texts;
}

std::optional<Step> Project::asks() const {
  const Step open = step();
  if (me_ == nullptr || open <= Step::confirm || open == Step::abort || done()) return {};
  if (open == Step::people && find(Step::people, place_, 0, static_cast<std::uint16_t>(place_ << 8 | 1)) != nullptr) return {};
  return said(open, place_) ? std::nullopt : std::optional(open);
}

std::string Project::say_units(const ColumnSums& own) const {
  return text_of(Step::units, masked_sums(own, setup_, place_, *me_, kUnitsRound));
}

std::string Project::say_people(std::span<const std::string> identifiers) const {
  require(!identifiers.empty() && identifiers.size() <= static_cast<std::size_t>(plan_.most_people),
          "the table has {} people, and the plan compares 1 to {}", identifiers.size(), plan_.most_people);
  const Bytes32 whole = setup_.digest();
  std::vector<Point> points = PeopleSecret(contribution_, whole).points(identifiers, whole);
  std::sort(points.begin(), points.end());
  return people_text(place_, 1, points);
}

std::string Project::people_text(std::size_t origin, std::size_t hop, std::span<const Point> points) const {
  const std::uint8_t beside[] = {static_cast<std::uint8_t>(origin), static_cast<std::uint8_t>(hop)};
  std::vector<std::uint8_t> body(std::begin(beside), std::end(beside));
  const std::vector<std::uint8_t> hidden = hidden_points(points, session_->secret(), setup_.digest(), beside);
  body.insert(body.end(), hidden.begin(), hidden.end());
  return text_of(Step::people, body);
}

/// The list of `origin` after so many owners, nothing where it has not come.
std::optional<std::vector<Point>> Project::people_at(std::size_t origin, std::size_t hop) const {
  const std::size_t from = (origin + hop - 1) % setup_.owners.size();
  const Message* const message = find(Step::people, from, 0, static_cast<std::uint16_t>(origin << 8 | hop));
  if (message == nullptr) return {};
  const std::span<const std::uint8_t> body(message->body);
  auto points = shown_points(body.subspan(2), session_->secret(), setup_.digest(), body.first(2));
  require(points.has_value(), "'{}' sent a list of people that does not open", setup_.owners[from].name);
  return points;
}

std::vector<std::string> Project::people_due() const {
  std::vector<std::string> texts;
  const std::size_t owners = setup_.owners.size();
  if (plan_.split != SplitOf::columns) return texts;
  const PeopleSecret own(contribution_, setup_.digest());
  for (std::size_t hop = 2; hop <= owners; ++hop) {
    const std::size_t origin = (place_ + owners - (hop - 1)) % owners;
    if (find(Step::people, place_, 0, static_cast<std::uint16_t>(origin << 8 | hop)) != nullptr) continue;
    try {
      if (const auto before = people_at(origin, hop - 1)) texts.push_back(people_text(origin, hop, own.raised(*before)));
    } catch (const Error& wrong) {
      return {
          say_abort(fmt::format("the people of '{}' after {} owners: {}", setup_.owners[origin].name, hop - 1, wrong.what()))};
    }
  }
  return texts;
}

std::vector<std::size_t> Project::common_people(std::span<const std::string> identifiers) const {
  assert(complete(Step::people) && plan_.split == SplitOf::columns);
  const Bytes32 whole = setup_.digest();
  const std::vector<Point> own = PeopleSecret(contribution_, whole).points(identifiers, whole);
  std::vector<std::size_t> rank(own.size());
  for (std::size_t i = 0; i < rank.size(); ++i) rank[i] = i;
  std::sort(rank.begin(), rank.end(), [&](std::size_t a, std::size_t b) { return own[a] < own[b]; });
  std::vector<std::vector<Point>> all;
  for (std::size_t origin = 0; origin < setup_.owners.size(); ++origin) all.push_back(*people_at(origin, setup_.owners.size()));
  require(all[place_].size() == own.size(), "the table has other people than when they were compared; use the table of then");
  std::vector<std::size_t> places = common_in_order(all[place_], all, session_->secret(), whole);
  for (std::size_t& each : places) each = rank[each];
  return places;
}

std::string Project::wrong_people() const {
  std::vector<std::vector<Point>> all;
  try {
    for (std::size_t origin = 0; origin < setup_.owners.size(); ++origin) {
      all.push_back(*people_at(origin, setup_.owners.size()));
      if (all.back().size() != people_at(origin, 1)->size())
        return fmt::format("the list of '{}' lost people on its way", setup_.owners[origin].name);
    }
  } catch (const Error& wrong) {
    return wrong.what();
  }
  const std::size_t common = common_in_order(all[place_], all, session_->secret(), setup_.digest()).size();
  if (static_cast<std::int64_t>(common) >= plan_.least_people) return "";
  return fmt::format("the owners have {} people in common, and the plan asks for {} or more", common, plan_.least_people);
}

std::string Project::say_matrix(const Bytes32& hash) const {
  return text_of(Step::matrix, hash);
}

std::string Project::say_release(const Manifest& manifest) const {
  require(stopped().empty() && confirmed() && complete(Step::matrix),
          "nothing is released before all owners confirmed the secret");
  return text_of(Step::release, bytes_in(manifest.text()));
}

std::string Project::say_result(std::string_view findings) const {
  return text_of(Step::result, bytes_in(findings));
}

std::string Project::say_rows(std::size_t to, std::string_view rows) const {
  std::vector<std::uint8_t> sealed(rows.size() + kSealBytes);
  require(seal(bytes_in(rows), setup_.owners[to], sealed), "nothing can be sealed for '{}'", setup_.owners[to].name);
  return text_of(Step::rows, sealed, to);
}

std::string Project::own_rows() const {
  const Message* const message = plan_.miner ? find(Step::rows, setup_.owners.size(), place_) : nullptr;
  if (message == nullptr || message->body.size() < kSealBytes) return "";
  std::vector<std::uint8_t> content(message->body.size() - kSealBytes);
  require(me_->unseal(message->body, content), "the rows that the miner sealed for '{}' do not open", me_->open().name);
  return {content.begin(), content.end()};
}

}  // namespace guise::parties
