// SPDX-License-Identifier: Apache-2.0
#include "table/chunk_feed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "table/duckdb_vectors.h"

namespace guise::table {
namespace {

constexpr std::size_t kQueue = 4;  // chunks waiting for DuckDB

void add_column(duckdb_bind_info info, const std::string& name, duckdb_type type) {
  duckdb_logical_type logical = duckdb_create_logical_type(type);
  duckdb_bind_add_result_column(info, name.c_str(), logical);
  duckdb_destroy_logical_type(&logical);
}

}  // namespace

ChunkFeed::ChunkFeed(std::vector<bool> integer, std::size_t kept) : integer_(std::move(integer)), kept_(kept) {}

void ChunkFeed::install(const Session& session) {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, "guise_chunks");
  duckdb_table_function_set_extra_info(function, this, nullptr);
  duckdb_table_function_set_bind(function, bind);
  duckdb_table_function_set_init(function, init);
  duckdb_table_function_set_function(function, pull);
  const bool registered = duckdb_register_table_function(session.connection(), function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  if (!registered) fail("DuckDB did not accept a table function");
}

void ChunkFeed::bind(duckdb_bind_info info) {
  const auto& feed = *static_cast<ChunkFeed*>(duckdb_bind_get_extra_info(info));
  for (std::size_t j = 0; j < feed.integer_.size(); ++j) {
    add_column(info, fmt::format("v{}", j), feed.integer_[j] ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_DOUBLE);
  }
  for (std::size_t j = 0; j < feed.kept_; ++j) add_column(info, fmt::format("k{}", j), DUCKDB_TYPE_VARCHAR);
}

void ChunkFeed::init(duckdb_init_info info) {
  duckdb_init_set_max_threads(info, 1);
}

bool ChunkFeed::push(Chunk&& chunk) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return queue_.size() < kQueue || gave_up_; });
  if (gave_up_) return false;
  queue_.push_back(std::move(chunk));
  changed_.notify_all();
  return true;
}

void ChunkFeed::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void ChunkFeed::give_up() {
  const std::lock_guard lock(mutex_);
  gave_up_ = true;
  changed_.notify_all();
}

bool ChunkFeed::next_chunk() {
  while (used_ >= current_.records()) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !queue_.empty() || closed_ || gave_up_; });
    if (gave_up_) fail("stopped by guise");
    if (queue_.empty()) return false;
    current_ = std::move(queue_.front());
    queue_.pop_front();
    used_ = 0;
    changed_.notify_all();
  }
  return true;
}

void ChunkFeed::fill(duckdb_data_chunk output, Index count) {
  idx_t column = 0;
  for (std::size_t j = 0; j < integer_.size(); ++j) {
    const double* values = current_.values.col(static_cast<Index>(j)).data() + used_;
    fill_vector(duckdb_data_chunk_get_vector(output, column++), values, count, integer_[j]);
  }
  for (const TextColumn& kept : current_.kept) fill_vector(duckdb_data_chunk_get_vector(output, column++), kept, used_, count);
  used_ += count;
  duckdb_data_chunk_set_size(output, static_cast<idx_t>(count));
}

void ChunkFeed::pull(duckdb_function_info info, duckdb_data_chunk output) {
  auto& feed = *static_cast<ChunkFeed*>(duckdb_function_get_extra_info(info));
  try {
    if (!feed.next_chunk()) return duckdb_data_chunk_set_size(output, 0);
    feed.fill(output, std::min<Index>(static_cast<Index>(duckdb_vector_size()), feed.current_.records() - feed.used_));
  } catch (const std::exception& error) {
    duckdb_function_set_error(info, error.what());
  }
}

}  // namespace guise::table
