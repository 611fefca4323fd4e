// SPDX-License-Identifier: Apache-2.0
// Table::scan over Parquet: visits happen in DuckDB's threads.
#include <algorithm>
#include <map>
#include <mutex>

#include "table/parquet_ride.h"

namespace guise::table {
namespace {

/// Puts pieces that cross the borders of blocks together again, so that every visit gets whole blocks.
class BlockAssembler {
 public:
  using Emit = std::function<void(Chunk&&)>;
  BlockAssembler(std::int64_t first_record, std::int64_t end_record, Emit emit)
      : first_(first_record), end_(end_record), emit_(std::move(emit)) {}

  void add(Chunk&& piece) {
    const std::int64_t begin = piece.first_record, end = begin + piece.records();
    if (starts_block(begin) && ends_block(end)) return emit_(std::move(piece));
    for (std::int64_t at = begin; at < end;) {
      const std::int64_t last =
          std::min(end, (end / kBlock > at / kBlock && starts_block(at)) ? end / kBlock * kBlock : (at / kBlock + 1) * kBlock);
      const auto rows = piece.values.middleRows(at - begin, last - at);
      if (starts_block(at) && ends_block(last)) {
        emit_({.first_record = at, .values = rows});
      } else {
        add_part(at, rows);
      }
      at = last;
    }
  }

 private:
  struct Partial {
    Matrix values;
    Index filled = 0;
  };
  bool starts_block(std::int64_t record) const { return record % kBlock == 0 || record == first_; }
  bool ends_block(std::int64_t record) const { return record % kBlock == 0 || record == end_; }

  void add_part(std::int64_t at, MatrixRef rows) {
    const std::int64_t block = at / kBlock, begin = std::max(first_, block * kBlock),
                       end = std::min(end_, (block + 1) * kBlock);
    Chunk whole{.first_record = begin, .values = {}};
    {
      const std::lock_guard lock(mutex_);
      Partial& partial = partial_[block];
      if (partial.filled == 0) partial.values.resize(end - begin, rows.cols());
      partial.values.middleRows(at - begin, rows.rows()) = rows;
      partial.filled += rows.rows();
      if (partial.filled < end - begin) return;
      whole.values = std::move(partial.values);
      partial_.erase(block);
    }
    emit_(std::move(whole));
  }

  std::int64_t first_, end_;
  Emit emit_;
  std::mutex mutex_;
  std::map<std::int64_t, Partial> partial_;
};

}  // namespace

bool ParquetReader::scan_inside(const Selection& selection, const Work& how,
                                const std::function<void(const Chunk&)>& visit) const {
  if (!rideable() || !selection.kept.empty()) return false;
  const MissingPolicy policy(*this, selection);
  const auto visit_checked = [&](Chunk&& chunk) {
    policy.apply(chunk);
    visit(chunk);
  };
  BlockAssembler blocks(selection.first_record, selection.first_record + records_, visit_checked);
  const Session session(thread_count(how));
  ParquetRide ride(*this, selection, how, {}, [&](Chunk&& chunk, const ParquetRide::Vectors& vectors) {
    std::fill_n(static_cast<std::int64_t*>(duckdb_vector_get_data(vectors.output)), chunk.records(), std::int64_t{1});
    how.any_run ? visit_checked(std::move(chunk)) : blocks.add(std::move(chunk));
  });
  const std::string call = ride.install(session, duckdb_create_logical_type(DUCKDB_TYPE_BIGINT));
  ride.run(session, "SELECT sum(" + call + ") FROM " + ride.from());
  return true;
}

}  // namespace guise::table
