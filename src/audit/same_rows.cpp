// SPDX-License-Identifier: Apache-2.0
#include "audit/same_rows.h"

#include <algorithm>

#include "audit/criteria.h"

namespace guise::audit {
namespace {

/// Contents that both have, one original alone, smallest hashes first.
std::vector<std::uint64_t> shared_contents(const Contents& originals, const Contents& release) {
  std::vector<std::uint64_t> shared;
  for (const auto& [hash, count] : originals.count)
    if (count == 1 && release.count.contains(hash)) shared.push_back(hash);
  std::sort(shared.begin(), shared.end());
  return shared;
}

}  // namespace

bool SameRows::no_chance() const {
  return more_than_luck(static_cast<double>(found), by_luck, static_cast<double>(looked_at));
}

SameRows same_rows(const Sides& sides, const table::Work& work, const RowCode& code, std::size_t most) {
  SameRows out{.release = contents_of(sides.release, sides.of_release, work, code), .original = {}};
  Contents originals = contents_of(sides.originals, sides.of_originals, work, code);
  to_common_bound(originals, out.release);
  std::vector<std::uint64_t> shared = shared_contents(originals, out.release);
  out.found = static_cast<std::int64_t>(shared.size());
  std::int64_t twice = 0;
  for (const auto& [hash, count] : originals.count) twice += count == 2;
  for (const auto& [hash, count] : out.release.count) out.looked_at += count;
  // A new record's chance of a content that occurs once so far (Good 1953): two times the contents that occur twice, over the
  // records.
  const double records = static_cast<double>(originals.records) * originals.looked_at();
  out.by_luck = 2 * static_cast<double>(twice) / std::max(records, 1.0) * static_cast<double>(out.looked_at);
  if (!out.no_chance()) return out;
  shared.resize(std::min(shared.size(), most));
  const auto wanted = [&](std::int64_t, const MatrixRef& rows, Index row) {
    return std::binary_search(shared.begin(), shared.end(), code.of(rows, row));
  };
  for_rows(sides.originals, sides.of_originals, work, wanted, [&](std::int64_t, const MatrixRef& rows, Index row) {
    out.original[code.of(rows, row)] = rows.row(row).transpose();
  });
  return out;
}

}  // namespace guise::audit
