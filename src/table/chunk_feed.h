// SPDX-License-Identifier: Apache-2.0
// Chunks handed to DuckDB: the table function guise_chunks() pulls them, in order, from a queue that is never long.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "table/chunk.h"
#include "table/duckdb_session.h"

namespace guise::table {

class ChunkFeed {
 public:
  /// Columns v0, v1, … (BIGINT where `integer`, else DOUBLE) and k0, k1, … (VARCHAR).
  ChunkFeed(std::vector<bool> integer, std::size_t kept);

  void install(const Session&);

  /// Waits while the queue is full; false when the reading side has given up.
  bool push(Chunk&& chunk);
  void close();    ///< no more chunks
  void give_up();  ///< either side: pushes fail, and the table function stops with an error

 private:
  static void bind(duckdb_bind_info);
  static void init(duckdb_init_info);
  static void pull(duckdb_function_info, duckdb_data_chunk);
  bool next_chunk();
  void fill(duckdb_data_chunk output, Index count);

  std::vector<bool> integer_;
  std::size_t kept_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Chunk> queue_;
  bool closed_ = false, gave_up_ = false;
  Chunk current_;  // of the pulling side
  Index used_ = 0;
};

}  // namespace guise::table
