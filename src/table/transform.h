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
  std::vector<std::string> columns = {};  ///< names of the numeric columns that `work` leaves in the chunk
  std::vector<bool> integer = {};         ///< which of them hold whole numbers and are written as such; empty: none
  /// Rows leave in the order of this number (a keyed priority of the record), not in record order. Spills to disk.
  std::function<std::uint64_t(std::int64_t record)> shuffle = {};
  bool private_file = false;  ///< for the owner's eyes alone, as guesses of the originals are: the file is open to nobody else
  std::optional<Bytes32> secret = {};  ///< of the owner's key: makes Written::sealed
};

/// Whether the attributes are stored in single precision.
bool holds_singles(const Table& in, const Selection&);
/// Whether values are written there in single precision: .fvecs holds nothing else, and .npy is written as the vectors were
/// read.
bool single_precision(const Table& in, const Selection&, const Output&);

struct Written {
  std::int64_t records = 0;
  Bytes32 digest{};                         ///< of the released values, independent of format, chunks and threads
  std::optional<Bytes32> kept_digest = {};  ///< of the kept columns as their release is read, where there are any
  /// Of both under Output::secret: nobody without it can make another release that has the same one.
  std::optional<Bytes32> sealed = {};
};

/// `work` is called from several threads with whole-block chunks and may change values and their number of columns. Kept
/// columns may bypass it (chunk.kept is then empty). They come first in the output. Values that are not finite are refused.
/// `ready` runs after the data is safely on disk under a temporary name and before it gets its own: it writes what must be
/// there first (key, card).
Written transform(const Table& in, const Selection&, const Work&, const Output&, const std::function<void(Chunk&)>& work,
                  const std::function<void(const Written&)>& ready = {});

/// What `transform` says of a release that has these attributes and kept columns, computed from a table that is there: does a
/// card belong to it?
Written digest_release(const Table&, const Selection&, const Work&, const std::optional<Bytes32>& secret = {});

/// A piece of a table with neighbours on both sides: rows [before, before + count) of `values` are its own.
struct Window {
  std::int64_t index = 0;                  ///< 0, 1, 2, … in the order of the records
  std::int64_t first_record = 0;           ///< number of the first row of `values` (neighbours included)
  std::vector<std::int64_t> records = {};  ///< record number of every row where some were dropped; empty: consecutive
  Index before = 0, count = 0;
  Matrix values = {};

  /// Number of an own row, counted from its first.
  std::int64_t record(Index own) const {
    return records.empty() ? first_record + before + own : records[static_cast<std::size_t>(before + own)];
  }
};

/// How to cut a table into windows. They do not depend on threads and chunks.
struct Windows {
  std::int64_t halo = 0;  ///< neighbouring records wanted on each side (fewer at the ends)
  Index columns = 0;      ///< of a window, when `prepare` changes their number; 0: those of the selection
  std::function<void(Chunk&)> prepare =
      {};  ///< done to each chunk (in parallel, whole blocks) before windows are formed, e.g. masking by position
};

/// Own records of a window with that many columns: whole blocks, about 32 MiB, at most 65536.
std::int64_t window_records(Index columns);

/// Visits windows from several threads, in any order; kept columns reach `prepare` only. Dropped records are removed after
/// `prepare`: neighbours are neighbours in the release.
void scan_windows(const Table&, const Selection&, const Work&, const Windows&, const std::function<void(const Window&)>& visit);

/// Windows in, their own rows out, written in order. `work` returns window.count rows.
Written transform_windows(const Table& in, const Selection&, const Work&, const Windows&, const Output&,
                          const std::function<Matrix(const Window&)>& work);

/// Two tables side by side, record by record, in chunks of the same records (`a` and `b` have the same first_record and number
/// of rows), from several threads. Throws when one has more records than the other. A record dropped in either is marked in
/// both.
void scan_pair(const Table& a, const Selection& select_a, const Table& b, const Selection& select_b, const Work&,
               const std::function<void(const Chunk& a, const Chunk& b)>& visit);

}  // namespace guise::table
