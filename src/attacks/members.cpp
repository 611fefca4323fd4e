// SPDX-License-Identifier: Apache-2.0
// Members of microaggregated groups. Every member of a group of g was released as the group's mean, so that g times the mean
// less the known members is the sum of the others: of g - 1 known ones it is the last one, exactly; of fewer the others' mean,
// which is the posterior mean of each, as nothing tells them apart. Of r others each scatters about it with (r - 1) / r of the
// variance within groups, which the known members show. Domingo-Ferrer and Mateo-Sanz (2002) describe the mask.
// Groups are rows that are equal, or where each column was grouped by itself (individual ranking) values that are equal. A
// value then lies between the means of the neighbouring groups, because groups do not overlap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/equal_values.h"
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::records};
constexpr Want wants[] = {Want::moments, Want::sample};

// Groups have two members at least, but for a few that have the same mean as nobody else by the file's rounding.
constexpr double kGrouped = 0.9;

/// Some columns that were grouped together, and the groups.
struct Grouped {
  std::vector<Index> columns;
  MemberGroups groups;
  std::optional<Vector> within = {};  ///< variance of members within their groups
};

/// All columns together where rows have equals, else each column by itself. Empty where neither is grouped.
std::vector<Grouped> grouped(const Matrix& released) {
  std::vector<Index> all;
  for (Index j = 0; j < released.cols(); ++j) all.push_back(j);
  MemberGroups rows = groups_of_equals(released);
  if (share_with_equals(rows) >= kGrouped) return {{all, std::move(rows)}};
  std::vector<Grouped> out;
  for (const Index j : all) {
    MemberGroups values = groups_of_equals(released.col(j));
    if (values.size() < 2) continue;  // constant
    if (share_with_equals(values) < kGrouped) return {};
    out.push_back({{j}, std::move(values)});
  }
  return out;
}

struct Known {
  Index groups = 0, last = 0;  ///< with known members; with one unknown member left
};

Known place(std::vector<Grouped>& all, const Matrix& records, const Vector& scale) {
  Known out;
  for (Grouped& each : all) {
    place_members(records(Eigen::all, each.columns), scale(each.columns), each.groups);
    each.within = variance_within(each.groups);
    for (const auto& [mean, group] : each.groups) {
      out.groups += group.count > 0 ? 1 : 0;
      out.last += group.count > 0 && group.count == group.size - 1 ? 1 : 0;
    }
  }
  return out;
}

/// Median over the groups of one column of the distance between the neighbouring groups' means.
double median_width(const Grouped& column) {
  std::vector<double> widths;
  for (auto at = std::next(column.groups.begin()); std::next(at) != column.groups.end(); ++at)
    widths.push_back(std::next(at)->first[0] - std::prev(at)->first[0]);
  std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2), widths.end());
  return widths[widths.size() / 2];
}

std::vector<std::string> notes_of(const std::vector<Grouped>& all, const Known& known, const Vector& scale) {
  std::vector<std::string> notes = {
      fmt::format("known records are in {} groups; of {} groups all members but one are known", known.groups, known.last)};
  std::vector<double> widths;
  for (const Grouped& each : all)
    if (each.columns.size() == 1 && each.groups.size() > 2) widths.push_back(median_width(each) / scale(each.columns[0]));
  if (!widths.empty() && all.size() > 1)
    notes.push_back(
        fmt::format("each column was grouped by itself: a value lies between the means of the neighbouring groups, "
                    "which are {:.2g} sd apart in the widest column (median over its groups)",
                    *std::max_element(widths.begin(), widths.end())));
  return notes;
}

Guess guess(const Observed& observed, const std::vector<Grouped>& all) {
  Guess out{.values = own_rows(observed.released, observed)};
  const bool sd = observed.want_sd && std::ranges::all_of(all, [](const Grouped& each) { return each.within.has_value(); });
  if (sd) out.sd = Matrix::Zero(out.values.rows(), out.values.cols());
  std::vector<double> key;
  for (Index i = 0; i < observed.count; ++i)
    for (const Grouped& each : all) {
      key.clear();
      for (const Index j : each.columns) key.push_back(observed.released(observed.before + i, j));
      const auto found = each.groups.find(key);
      if (found == each.groups.end()) continue;
      const Vector others = mean_of_others(key, found->second);
      const double unknown = static_cast<double>(found->second.size - found->second.count);
      for (std::size_t j = 0; j < each.columns.size(); ++j) {
        out.values(i, each.columns[j]) = others(static_cast<Index>(j));
        if (sd) (*out.sd)(i, each.columns[j]) = std::sqrt((unknown - 1) / unknown * (*each.within)(static_cast<Index>(j)));
      }
    }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (known.cells)
    return Outcome::not_assessed("values are equal because they were rounded to cells, not because they are means");
  if (evidence.sample.rows() < evidence.records)
    return Outcome::not_assessed(
        fmt::format("the sizes of groups are counted in the whole release, of up to {} records; it has {}", kSampleRecords,
                    evidence.records));
  auto groups = std::make_shared<std::vector<Grouped>>(grouped(evidence.sample));
  if (groups->empty())
    return Outcome::not_assessed(
        "neither rows nor the values of every column are in groups of equal ones, as means of groups are");
  Vector scale = evidence.moments.covariance().diagonal().cwiseMax(0).cwiseSqrt();
  for (double& each : scale) each = each > 0 ? each : 1;
  const Known placed = place(*groups, *known.records, scale);
  return {.reconstruction = Reconstruction{.guess = [groups](const Observed& observed) { return guess(observed, *groups); },
                                           .notes = notes_of(*groups, placed, scale)}};
}

}  // namespace

extern const Attack members_attack = {.name = "members",
                                      .alias = "",
                                      .summary = "subtract known members from the means of groups",
                                      .paper = "Domingo-Ferrer and Mateo-Sanz 2002",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .learn = learn};

}  // namespace guise::attacks
