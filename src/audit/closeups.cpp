// SPDX-License-Identifier: Apache-2.0
#include "audit/closeups.h"

#include <algorithm>

#include "table/blocks.h"

namespace guise::audit {
namespace {

// Two digits of any share, and nearest neighbours among them in a moment.
constexpr std::int64_t kCloseup = 2000;

}  // namespace

Closeups::Closeups(const Draws& draws, const random::Rng& rng)
    : draws_(draws), sample_(kCloseup + static_cast<std::int64_t>(draws.unscored.size()), rng) {}

void Closeups::add(const table::Chunk& read) {
  table::for_numbered_blocks(read, [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
    sample_.add(record, rows, numbers);
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::int64_t own = numbers.empty() ? record + i : numbers[static_cast<std::size_t>(i)];
      if (own >= 2 * kCloseup) break;
      const std::lock_guard lock(mutex_);
      start_.emplace(own, rows.row(i).transpose());
    }
  });
}

Closeup Closeups::sample() const {
  Closeup out{.rows = {}, .records = {}};
  for (const std::int64_t record : sample_.by_priority())
    if (static_cast<std::int64_t>(out.records.size()) < kCloseup &&
        !std::binary_search(draws_.unscored.begin(), draws_.unscored.end(), record))
      out.records.push_back(record);
  std::sort(out.records.begin(), out.records.end());
  const std::vector<std::int64_t> all = sample_.records();
  std::vector<Index> places;
  for (const std::int64_t record : out.records)
    places.push_back(std::lower_bound(all.begin(), all.end(), record) - all.begin());
  out.rows = sample_.rows()(places, Eigen::all);
  return out;
}

Closeup Closeups::start() const {
  const auto count = static_cast<Index>(std::min<std::int64_t>(kCloseup, static_cast<std::int64_t>(start_.size())));
  Closeup out{.rows = Matrix(count, count > 0 ? start_.begin()->second.size() : 0), .records = {}};
  for (auto each = start_.begin(); static_cast<Index>(out.records.size()) < count; ++each) {
    out.rows.row(static_cast<Index>(out.records.size())) = each->second.transpose();
    out.records.push_back(each->first);
  }
  return out;
}

}  // namespace guise::audit
