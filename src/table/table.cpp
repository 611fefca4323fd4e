// SPDX-License-Identifier: Apache-2.0
#include "table/table.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <unordered_map>

#include "base/error.h"
#include "base/large_matrix.h"
#include "base/names.h"
#include "table/pipeline.h"
#include "table/reader.h"

namespace guise::table {

Table::Table(std::unique_ptr<Reader> reader) : reader_(std::move(reader)) {}
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

const Schema& Table::schema() const {
  return reader_->schema();
}
const std::string& Table::name() const {
  return reader_->name();
}
std::optional<std::int64_t> Table::records() const {
  return reader_->records();
}
Bytes32 Table::digest(const Bytes32& secret) const {
  return reader_->digest(secret);
}

Table Table::query(const std::string& sql, const std::string& folder) {
  return Table(open_query(sql, folder));
}

Table Table::from_matrix(Matrix values, std::vector<std::string> names) {
  return Table(open_matrix(std::move(values), std::move(names)));
}

Table Table::beside(Table first, std::vector<Table> others) {
  return Table(paste(std::move(first), std::move(others)));
}

Table Table::below(std::vector<Table> parts) {
  return parts.size() == 1 ? std::move(parts.front()) : Table(stack(std::move(parts)));
}

void Table::scan(const Selection& selection, const Work& how, const std::function<void(const Chunk&)>& visit) const {
  if (reader_->scan_inside(selection, how, visit)) return;
  struct Nothing {};
  run_pipeline<Nothing>(
      *reader_, selection, how,
      [&](Chunk&& chunk) {
        visit(chunk);
        return Nothing{};
      },
      [](Nothing&&) {});
}

Matrix read_all(const Table& table, const Selection& selection) {
  std::vector<Matrix> pieces;
  Index records = 0;
  run_pipeline<Matrix>(
      table.reader(), selection, Work{},
      [](Chunk&& chunk) {
        remove_dropped(chunk);
        return std::move(chunk.values);
      },
      [&](Matrix&& values) {
        records += values.rows();
        pieces.push_back(std::move(values));
      });
  Matrix all = large_matrix(records, static_cast<Index>(selection.attributes.size()));
  Index at = 0;
  for (Matrix& piece : pieces) {
    all.middleRows(at, piece.rows()) = piece;
    at += piece.rows();
    piece.resize(0, 0);
  }
  return all;
}

std::size_t column_index(const Reader& reader, const std::string& column) {
  const auto index = reader.schema().find(column);
  if (!index) {
    const std::vector<std::string> names = reader.schema().names();
    refuse("{} has no column '{}'{}", reader.name(), column,
           did_you_mean(column, std::vector<std::string_view>(names.begin(), names.end())));
  }
  return *index;
}

std::vector<std::size_t> column_indices(const Reader& reader, const std::vector<std::string>& columns) {
  std::unordered_map<std::string_view, std::size_t> places;
  const std::vector<Column>& all = reader.schema().columns;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(all[i].name, i);
  std::vector<std::size_t> out;
  for (const std::string& column : columns) {
    const auto found = places.find(column);
    out.push_back(found == places.end() ? column_index(reader, column) : found->second);
  }
  return out;
}

int thread_count(const Work& how) {
  return how.threads > 0 ? how.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::int64_t chunk_records(const Work& how, std::size_t attributes) {
  constexpr std::int64_t values = std::int64_t{1} << 20;  // 8 MiB of doubles
  const std::int64_t blocks = (std::max<std::int64_t>(how.chunk, 1) + kBlock - 1) / kBlock;
  const std::int64_t most = values / kBlock / static_cast<std::int64_t>(std::max<std::size_t>(attributes, 1));
  return kBlock * std::clamp<std::int64_t>(blocks, 1, std::max<std::int64_t>(most, 1));
}

}  // namespace guise::table
