// SPDX-License-Identifier: Apache-2.0
// Cuts the stream of chunks into windows that overlap by a halo.
#pragma once
#include <deque>
#include <limits>
#include <vector>

#include "table/transform.h"

namespace guise::table {

/// A window, the kept fields of its own rows, and its place among the records that are not dropped.
struct KeptWindow {
  Window window;
  std::vector<TextColumn> kept;
  std::int64_t position = 0;  ///< of the first own row, from 0
};

/// Where the windows of a part of a table begin. Records that are not dropped are counted as WindowCutter counts them.
struct WindowStart {
  std::int64_t first;       ///< the table's first record
  std::int64_t read;        ///< the first that is read
  std::int64_t next, stop;  ///< the first own record, and that behind the last window
  std::int64_t index;       ///< of the first window
};

/// Windows end at multiples of `size`, counted from the number of the first record over the records that are not dropped.
class WindowCutter {
 public:
  WindowCutter(const WindowStart& start, std::int64_t size, std::int64_t halo)
      : size_(size),
        halo_(halo),
        index_(start.index),
        next_(start.next),
        stop_(start.stop),
        first_(start.first),
        end_(start.read) {}
  WindowCutter(std::int64_t first_record, std::int64_t size, std::int64_t halo)
      : size_(size), halo_(halo), next_(first_record), first_(first_record), end_(first_record) {}

  /// Takes chunks in order and leaves dropped records out; gives the windows that are now complete, all the rest when `last`.
  std::vector<KeptWindow> add(Chunk&& chunk, bool last);

 private:
  struct Piece {
    std::int64_t begin, end;            // counted without dropped records
    std::vector<std::int64_t> records;  // their numbers
    Chunk chunk;
  };
  KeptWindow cut(std::int64_t end);
  void copy(const Piece& piece, std::int64_t from, std::int64_t begin, std::int64_t end, KeptWindow& to) const;

  std::deque<Piece> pieces_;  // what windows to come still need
  std::int64_t size_, halo_;
  std::int64_t index_ = 0;
  std::int64_t next_;                                             // where the next window's own rows begin
  std::int64_t stop_ = std::numeric_limits<std::int64_t>::max();  // no window begins here or later
  std::int64_t first_, end_;                                      // of the records so far
};

}  // namespace guise::table
