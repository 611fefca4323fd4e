// SPDX-License-Identifier: Apache-2.0
// Two tables side by side.
#include <algorithm>

#include "base/error.h"
#include "table/pipeline.h"
#include "table/transform.h"

namespace guise::table {
namespace {

/// One of the two: its pieces, and the policy for what is missing in them.
struct Side {
  Side(const Table& table, const Selection& selected, std::int64_t first_record, std::int64_t chunk, int threads)
      : name(table.name()), selection(selected), policy(table.reader(), selection) {
    selection.first_record = first_record;
    source = table.reader().source(selection, chunk, threads);
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  Chunk read(const std::function<Chunk()>& parse) const {
    Chunk chunk = parse();
    policy.apply(chunk);
    return chunk;
  }

  std::string name;
  Selection selection;
  MissingPolicy policy;
  std::unique_ptr<Source> source;
};

void require_same_length(bool same, const Side& a, const Side& b, const std::string& counts) {
  require(same, "{} and {} have different numbers of records{}; they are compared record by record", a.name, b.name, counts);
}

/// A record dropped in either is dropped in both.
void share_dropped(Chunk& a, Chunk& b) {
  if (a.dropped.empty() && b.dropped.empty()) return;
  a.dropped.resize(static_cast<std::size_t>(a.records()), 0);
  b.dropped.resize(static_cast<std::size_t>(b.records()), 0);
  for (std::size_t i = 0; i < a.dropped.size(); ++i) a.dropped[i] = b.dropped[i] = a.dropped[i] | b.dropped[i];
}

}  // namespace

void scan_pair(const Table& a, const Selection& select_a, const Table& b, const Selection& select_b, const Work& how,
               const std::function<void(const Chunk& a, const Chunk& b)>& visit) {
  struct Item {
    std::function<Chunk()> parse_a, parse_b;
    std::int64_t records = 0;
  };
  const int threads = thread_count(how);
  const std::int64_t chunk = chunk_records(how, std::max(select_a.attributes.size(), select_b.attributes.size()));
  const Side left(a, select_a, select_a.first_record, chunk, threads),
      right(b, select_b, select_a.first_record, chunk, threads);
  if (a.records() && b.records()) {
    require_same_length(a.records() == b.records(), left, right, fmt::format(" ({} and {})", *a.records(), *b.records()));
  }
  const std::int64_t total = a.records().value_or(b.records().value_or(0));
  std::int64_t done = 0;
  run_stages<Item>(
      threads,
      [&](Item& item) {
        item.parse_a = left.source->next();
        item.parse_b = right.source->next();
        require_same_length(static_cast<bool>(item.parse_a) == static_cast<bool>(item.parse_b), left, right, "");
        return static_cast<bool>(item.parse_a);
      },
      [&](Item& item) {
        Chunk one = left.read(item.parse_a), other = right.read(item.parse_b);
        item = {.parse_a = {}, .parse_b = {}, .records = one.records()};
        require_same_length(one.records() == other.records(), left, right, "");
        share_dropped(one, other);
        visit(one, other);
      },
      [&](Item& item) {
        done += item.records;
        if (how.progress) how.progress({how.stage, done, total});
      });
}

}  // namespace guise::table
