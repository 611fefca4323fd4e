// SPDX-License-Identifier: Apache-2.0
#include "mining/kept_alike.h"

#include <mutex>

#include "base/error.h"
#include "table/repeats.h"

namespace guise::mining {
namespace {

/// Two owners' columns of one name, record by record.
struct Seen {
  std::int64_t first = -1;             // record in which they differ
  std::uint64_t mine = 0, theirs = 0;  // sums of hashes: equal for the same values in any order
  table::Repeats repeats = {};
  bool permuted() const { return first >= 0 && mine == theirs; }
};

Seen compare(const Data& data, const KeptColumn& a, const KeptColumn& b) {
  Seen out;
  std::mutex mutex;
  table::Selection selection = data.selection;
  selection.kept = {a.in_table, b.in_table};
  selection.missing = table::Missing::drop;  // what is missing is another question: dropped records are in the chunk
  data.table->scan(selection, data.work, [&](const table::Chunk& chunk) {
    const std::lock_guard lock(mutex);
    for (Index i = 0; i < chunk.records(); ++i) {
      const std::string_view mine = table::text_at(chunk.kept[0], i), theirs = table::text_at(chunk.kept[1], i);
      const std::int64_t record = chunk.first_record + i;
      if (mine != theirs && (out.first < 0 || record < out.first)) out.first = record;
      out.mine += table::text_hash(mine);
      out.theirs += table::text_hash(theirs);
      out.repeats.add(mine);
    }
  });
  return out;
}

}  // namespace

void require_kept_alike(Data& data, const std::string& unverified) {
  bool shown = unverified.empty();
  for (std::size_t i = 0; i < data.kept.size(); ++i)
    for (std::size_t j = i + 1; j < data.kept.size(); ++j) {
      const KeptColumn &a = data.kept[i], &b = data.kept[j];
      if (a.name != b.name || a.owner == b.owner) continue;
      const Seen seen = compare(data, a, b);
      const std::int64_t record = seen.first - data.selection.first_record + 1;
      require(!seen.permuted() || unverified.empty(),
              "{} and {} list their records in different orders: both keep '{}', with the same values, and record {} differs. "
              "Join them by an identifier, for example ‘by={}’",
              a.owner, b.owner, a.name, record, a.name);
      if (seen.first >= 0)
        data.notes.push_back(
            fmt::format("{} and {} both keep '{}', and their values differ, first in record {}; those of {} are used", a.owner,
                        b.owner, a.name, record, a.owner));
      else
        shown = shown || !seen.repeats.found();
    }
  if (shown) return;
  data.notes.insert(data.notes.begin(),
                    fmt::format("it was not verified that the owners' records are in one order: {}. If they are not, these "
                                "results mean nothing. Mask all tables again with ‘by=COLUMN’, which identifies the records",
                                unverified));
}

}  // namespace guise::mining
