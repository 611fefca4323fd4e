// SPDX-License-Identifier: Apache-2.0
#include "jobs/inspect_advice.h"

#include <cmath>
#include <set>

#include "base/names.h"

namespace guise::jobs {
namespace {

/// Names, and how many more there are.
std::string short_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  if (names.size() <= most) return enumerate(names);
  return fmt::format("{} and {} more columns", fmt::join(names.begin(), names.begin() + most, ", "), names.size() - most);
}

constexpr double kNearDuplicate = 0.999;     // correlation
constexpr std::int64_t kLeastCompared = 20;  // records: fewer are alike by chance
constexpr std::size_t kMostCompared = 500;   // columns

/// Columns that say the same, each named once.
std::vector<std::vector<std::string>> near_duplicates(const stats::Moments& moments, const std::vector<std::string>& columns) {
  std::vector<std::vector<std::string>> out;
  if (moments.count() < kLeastCompared || columns.size() > kMostCompared) return out;
  const Matrix covariance = moments.covariance();
  const Vector sd = covariance.diagonal().cwiseSqrt();
  std::vector<bool> said(columns.size(), false);
  for (Index i = 0; i < covariance.cols(); ++i) {
    std::vector<std::string> group;
    for (Index j = i + 1; j < covariance.cols(); ++j) {
      const double r = covariance(j, i) / (sd[i] * sd[j]);
      if (said[static_cast<std::size_t>(j)] || !(std::abs(r) > kNearDuplicate)) continue;
      said[static_cast<std::size_t>(j)] = true;
      group.push_back(columns[static_cast<std::size_t>(j)]);
    }
    if (group.empty() || said[static_cast<std::size_t>(i)]) continue;
    group.insert(group.begin(), columns[static_cast<std::size_t>(i)]);
    out.push_back(std::move(group));
  }
  return out;
}

std::vector<std::string> with_role(const std::vector<InspectedColumn>& columns, Role role) {
  std::vector<std::string> out;
  for (const InspectedColumn& column : columns)
    if (column.role == role) out.push_back(column.name);
  return out;
}

/// What the roles of columns mean for a release.
std::vector<std::string> role_notes(const std::vector<InspectedColumn>& columns) {
  std::vector<std::string> out;
  const auto say = [&](Role role, std::string_view one, std::string_view many, std::string_view advice) {
    const std::vector<std::string> found = with_role(columns, role);
    if (found.empty()) return;
    const bool single = found.size() == 1;
    out.push_back(
        fmt::format("{} {} {}. {}", short_list(found), single ? "looks like" : "look like", single ? one : many, advice));
  };
  say(Role::identifier, "an identifier: every value is different", "identifiers: every value is different",
      "Leave identifiers out of a release; noise does not hide them.");
  say(Role::weight, "a weight of records", "weights of records",
      "Masked weights bias every estimate: leave them out, or keep them unmasked.");
  say(Role::constant, "a constant", "constants", "Constants say nothing: leave them out.");
  say(Role::empty, "an empty column", "empty columns", "Leave them out.");
  std::vector<std::string> dated;
  for (const InspectedColumn& column : columns)
    if (column.role == Role::date && column.figures) dated.push_back(column.name);
  if (!dated.empty())
    out.push_back(fmt::format("{} {} dates as whole numbers. Turn them into days first, e.g. with ‘sql’.", short_list(dated),
                              dated.size() == 1 ? "holds" : "hold"));
  return out;
}

/// Identifiers, weights, constants and dates are not masked, and of copies only the first.
NextStep next_step(const std::vector<InspectedColumn>& columns, const std::vector<std::vector<std::string>>& copies,
                   std::int64_t incomplete) {
  std::set<std::string_view> copied;
  for (const std::vector<std::string>& group : copies) copied.insert(group.begin() + 1, group.end());
  NextStep next{.drop = incomplete > 0};
  for (const InspectedColumn& column : columns) {
    if (column.type != "number" && column.type != "integer") continue;
    const bool masked = (column.role == Role::none || column.role == Role::category) && !copied.contains(column.name);
    (masked ? next.columns : next.left_out).push_back(column.name);
  }
  return next;
}

}  // namespace

void advise_next(const stats::Moments& moments, const std::vector<std::string>& numeric, InspectResult& result) {
  const auto copies = near_duplicates(moments, numeric);
  for (const std::string& note : role_notes(result.columns)) result.notes.push_back(note);
  for (const std::vector<std::string>& group : copies)
    result.notes.push_back(
        fmt::format("{} are nearly copies of each other (correlation above {}). An attacker averages the "
                    "noise of copies away: release one of them.",
                    short_list(group), kNearDuplicate));
  result.next = next_step(result.columns, copies, result.incomplete);
}

}  // namespace guise::jobs
