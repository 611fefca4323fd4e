// SPDX-License-Identifier: Apache-2.0
// A table in somebody else's memory: columns as they lie there, in batches of records.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/chunk.h"
#include "table/schema.h"

namespace guise::table {

/// What a cell is. `truth` is a byte, 0 or 1. Texts are bytes with ends of 32 or 64 bits, as in Arrow.
enum class Cell { f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, truth, text4, text8 };

int cell_size(Cell cell);  ///< bytes; of a text, those of an end
Column column_of(std::string name, Cell cell);

/// Begins the type of a column that guise can neither mask nor keep; a program's own name of the type follows.
inline constexpr const char* kForeign = "foreign type ";

/// One column of a batch. Nothing of it is copied.
struct ColumnView {
  Cell cell = Cell::f8;
  const void* data = nullptr;           ///< of the first record; of texts: all bytes
  std::int64_t stride = 8;              ///< bytes from one value to the next; not for texts
  const void* ends = nullptr;           ///< of texts: where each begins, and behind them where the last one ends
  const std::uint8_t* valid = nullptr;  ///< a bit for each record; nullptr: none is missing
  std::int64_t valid_offset = 0;        ///< of the first record's bit
};

struct Batch {
  std::int64_t records = 0;
  std::vector<ColumnView> columns = {};
  std::shared_ptr<const void> owner = {};  ///< of what the views see
};

bool is_missing(const ColumnView& column, std::int64_t record);
std::string_view text_of(const ColumnView& column, std::int64_t record);  ///< of a column of texts

/// Numbers of `count` records from `first` on; NaN where they are missing.
void load_numbers(const ColumnView& column, std::int64_t first, Index count, double* to);
/// A kept column as text, spelled so that it reads back as the same value.
void append_cells(const ColumnView& column, std::int64_t first, Index count, TextColumn& to);

/// Batches that can be read as often as needed, from any thread.
struct MemoryTable {
  std::string name = {};  ///< for messages
  std::vector<Column> columns = {};
  std::vector<std::int64_t> ends = {};  ///< of each batch: the records of all up to it
  std::function<std::shared_ptr<const Batch>(std::size_t)> batch = {};

  std::int64_t records() const { return ends.empty() ? 0 : ends.back(); }
};

/// Of batches that stay in memory.
MemoryTable memory_table(std::string name, std::vector<Column> columns, std::vector<Batch> batches);

}  // namespace guise::table
