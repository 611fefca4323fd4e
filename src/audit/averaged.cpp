// SPDX-License-Identifier: Apache-2.0
#include "audit/averaged.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "audit/group_members.h"
#include "audit/nearest_originals.h"

namespace guise::audit {
namespace {

constexpr std::size_t kMostGroups = 1500, kDecoys = 300;
constexpr std::int64_t kLargestGroup = 25;
constexpr double kMostlyEqual = 0.5;  // of the rows, that must have an equal one
// Groups that are found beyond decoys: four standard errors, and one in twenty-five.
constexpr double kNoChance = 4, kLeastShare = 0.04;

/// Contents that several rows have: the smallest hashes first.
std::vector<std::uint64_t> groups_in(const Contents& release) {
  std::vector<std::uint64_t> groups;
  std::int64_t grouped = 0, rows = 0;
  for (const auto& [hash, count] : release.count) {
    rows += count;
    if (count < 2 || count > kLargestGroup) continue;
    grouped += count;
    groups.push_back(hash);
  }
  if (static_cast<double>(grouped) < kMostlyEqual * static_cast<double>(rows)) return {};
  std::sort(groups.begin(), groups.end());
  groups.resize(std::min(groups.size(), kMostGroups));
  return groups;
}

std::vector<Group> read_groups(const Sides& sides, const SameRows& same, const RowCode& code, const table::Work& work) {
  const std::vector<std::uint64_t> hashes = groups_in(same.release);
  std::map<std::uint64_t, Group> found;
  const auto wanted = [&](std::int64_t, const MatrixRef& rows, Index row) {
    return std::binary_search(hashes.begin(), hashes.end(), code.of(rows, row));
  };
  for_rows(sides.release, sides.of_release, work, wanted, [&](std::int64_t, const MatrixRef& rows, Index row) {
    const std::uint64_t hash = code.of(rows, row);
    found[hash] = {.mean = rows.row(row).transpose(), .size = static_cast<std::size_t>(same.release.count.at(hash))};
  });
  std::vector<Group> out;
  for (auto& [hash, group] : found) out.push_back(std::move(group));
  return out;
}

Matrix means_of(const std::vector<Group>& groups, const Originals& originals) {
  Matrix rows(static_cast<Index>(groups.size()), originals.units.mean.size());
  for (std::size_t i = 0; i < groups.size(); ++i) rows.row(static_cast<Index>(i)) = groups[i].mean.transpose();
  return originals.units.of(rows);
}

/// Originals around each group, by number.
struct Neighbourhoods {
  std::vector<std::vector<Candidate>> near;
  std::map<std::int64_t, Vector> value;
};

Neighbourhoods neighbourhoods(const Matrix& means, std::size_t count, const Originals& originals) {
  Neighbourhoods out{.near = nearest_originals(means, count, originals), .value = {}};
  for (const auto& list : out.near)
    for (const Candidate& each : list) out.value.emplace(each.record, Vector());
  for_rows(
      originals.table, originals.selection, originals.work,
      [&](std::int64_t record, const MatrixRef&, Index) { return out.value.contains(record); },
      [&](std::int64_t record, const MatrixRef& rows, Index row) { out.value[record] = rows.row(row).transpose(); });
  return out;
}

void give_candidates(std::vector<Group>& groups, const Neighbourhoods& around) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const Candidate& each : around.near[i])
      if (!groups[i].but.contains(each.record)) groups[i].candidates.push_back({each.record, &around.value.at(each.record)});
}

/// Groups of neighbours that are not in the release: means of originals, which are then no candidates.
std::vector<Group> decoys_of(const std::vector<Group>& groups, const Matrix& some, const Originals& originals,
                             const Rounding& rounding) {
  const Index count = std::min<Index>(static_cast<Index>(kDecoys), some.rows());
  Matrix seeds(count, some.cols());
  for (Index i = 0; i < count; ++i) seeds.row(i) = some.row(i * some.rows() / count);
  std::size_t largest = 2;
  for (const Group& group : groups) largest = std::max(largest, group.size);
  const Neighbourhoods around = neighbourhoods(originals.units.of(seeds), largest, originals);
  std::vector<Group> out;
  for (std::size_t i = 0; i < around.near.size(); ++i) {
    Group decoy{.mean = Vector::Zero(some.cols()), .size = groups[i % groups.size()].size};
    if (around.near[i].size() < decoy.size) continue;
    for (std::size_t j = 0; j < decoy.size; ++j) {
      decoy.mean += around.value.at(around.near[i][j].record) / static_cast<double>(decoy.size);
      decoy.but.insert(around.near[i][j].record);
    }
    decoy.mean = rounding.of(decoy.mean);
    out.push_back(std::move(decoy));
  }
  return out;
}

double share_found(const std::vector<Group>& groups) {
  const auto count = std::ranges::count_if(groups, [](const Group& group) { return group.exact; });
  return static_cast<double>(count) / static_cast<double>(groups.size());
}

void place(const std::vector<Group>& groups, const Neighbourhoods& around, AveragedRows& out) {
  Index rows = 0;
  for (const Group& group : groups) rows += static_cast<Index>(group.members.size());
  const Index m = groups.front().mean.size();
  out.originals.resize(rows, m);
  out.release.resize(rows, m);
  Index at = 0;
  for (const Group& group : groups)
    for (const std::int64_t member : group.members) {
      out.originals.row(at) = around.value.at(member).transpose();
      out.release.row(at++) = group.mean.transpose();
      if (group.exact) out.certainty += 1 / static_cast<double>(group.size);
    }
  out.certainty /= std::max(static_cast<double>(rows), 1.0);
}

}  // namespace

bool AveragedRows::no_chance() const {
  return errors > kNoChance && found > kLeastShare;
}

std::optional<AveragedRows> averaged_rows(const Sides& sides, const SameRows& same, const RowCode& code,
                                          const Originals& originals, const Matrix& some, const Matrix& released) {
  std::vector<Group> groups = read_groups(sides, same, code, originals.work);
  if (groups.empty()) return {};
  const Rounding rounding(released, originals.units.sd);
  std::vector<Group> decoys = decoys_of(groups, some, originals, rounding);
  if (decoys.empty()) return {};
  const Neighbourhoods around = neighbourhoods(means_of(groups, originals), kCandidates, originals),
                       beside = neighbourhoods(means_of(decoys, originals), kCandidates, originals);
  give_candidates(groups, around);
  give_candidates(decoys, beside);
  find_members(groups, rounding, originals.units.sd, true);
  find_members(decoys, rounding, originals.units.sd, false);
  const double found = share_found(groups), chance = share_found(decoys);
  const double a = static_cast<double>(groups.size()), b = static_cast<double>(decoys.size());
  const double pooled = (a * found + b * chance) / (a + b);
  AveragedRows out{.originals = {}, .release = {}};
  if (found <= chance) return out;
  out.found = (found - chance) / (1 - chance);
  out.errors = (found - chance) / std::sqrt(std::max(pooled * (1 - pooled), 1 / (a + b)) * (1 / a + 1 / b));
  place(groups, around, out);
  return out;
}

}  // namespace guise::audit
