// SPDX-License-Identifier: Apache-2.0
// Read, work, write: chunks flow through in parallel and come out in the order of the records.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "table/table.h"

namespace guise::table {

/// Where a result goes: a path by its ending as in Table::open, or "-" for CSV on standard output.
/// The file appears whole under its name, or not at all.
struct Output {
  std::string path;
  std::vector<std::string> columns;            ///< names of the numeric columns that `work` leaves in the chunk
  std::vector<bool> integer = {};              ///< which of them hold whole numbers and are written as such; empty: none
  /// Rows leave in the order of this number (a keyed priority of the record), not in record order. Spills to disk.
  std::function<std::uint64_t(std::int64_t record)> shuffle = {};
};

struct Written {
  std::int64_t records = 0;
  Bytes32 digest{};                            ///< of the released values, independent of format, chunks and threads
};

/// `work` is called from several threads with whole-block chunks and may change values and their number of columns.
/// `ready` runs after the data is safely on disk under a temporary name and before it gets its own: it writes what must be there
/// first (key, card).
Written transform(const Table& in, const Selection&, const Work&, const Output&, const std::function<void(Chunk&)>& work,
                  const std::function<void(const Written&)>& ready = {});

/// A piece of a table with neighbours on both sides: rows [before, before + count) of `values` are its own.
struct Window {
  std::int64_t first_record = 0;   ///< of the piece's own first row
  Index before = 0, count = 0;
  Matrix values;
};

/// At most this many records are in one window of a table with that many attributes (whole blocks, about 32 MiB).
std::int64_t window_records(Index attributes);

/// Visits windows with `halo` neighbouring records on each side (fewer at the ends), from several threads, in any order.
/// Dropped records are removed first: neighbours are neighbours in the release.
void scan_windows(const Table&, const Selection&, const Work&, std::int64_t halo, const std::function<void(const Window&)>& visit);

/// Windows in, their own rows out, written in order. `work` returns window.count rows.
Written transform_windows(const Table& in, const Selection&, const Work&, std::int64_t halo, const Output&,
                          const std::function<Matrix(const Window&)>& work);

}  // namespace guise::table
