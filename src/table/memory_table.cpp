// SPDX-License-Identifier: Apache-2.0
#include "table/memory_table.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "table/number_text.h"

namespace guise::table {
namespace {

template <typename T>
T value_at(const ColumnView& column, std::int64_t record) {
  T value;
  std::memcpy(&value, static_cast<const char*>(column.data) + record * column.stride, sizeof(T));
  return value;
}

/// Calls use(T{}) with the type of the numbers of a column.
template <typename Use>
void with_type(Cell cell, const Use& use) {
  switch (cell) {
    case Cell::f4:
      return use(float{});
    case Cell::f8:
      return use(double{});
    case Cell::i1:
      return use(std::int8_t{});
    case Cell::i2:
      return use(std::int16_t{});
    case Cell::i4:
      return use(std::int32_t{});
    case Cell::i8:
      return use(std::int64_t{});
    case Cell::u1:
    case Cell::truth:
      return use(std::uint8_t{});
    case Cell::u2:
      return use(std::uint16_t{});
    case Cell::u4:
      return use(std::uint32_t{});
    case Cell::u8:
      return use(std::uint64_t{});
    case Cell::text4:
    case Cell::text8:
      return;
  }
}

bool is_text(Cell cell) {
  return cell == Cell::text4 || cell == Cell::text8;
}

std::int64_t end_at(const ColumnView& column, std::int64_t record) {
  if (column.cell == Cell::text8) return static_cast<const std::int64_t*>(column.ends)[record];
  return static_cast<const std::int32_t*>(column.ends)[record];
}

/// The shortest digits that read back as the same value.
std::string spelled_cell(const ColumnView& column, std::int64_t record) {
  if (column.cell == Cell::truth) return value_at<std::uint8_t>(column, record) ? "true" : "false";
  std::string text;
  with_type(column.cell, [&](auto type) {
    using T = decltype(type);
    const T value = value_at<T>(column, record);
    if constexpr (std::is_same_v<T, double>) {
      char room[kNumberText];
      text.assign(room, write_number(room, value));
    } else if constexpr (std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>) {
      text = fmt::format("{}", static_cast<int>(value));
    } else {
      text = fmt::format("{}", value);
    }
  });
  return text;
}

bool is_nan(const ColumnView& column, std::int64_t record) {
  if (column.cell == Cell::f8) return std::isnan(value_at<double>(column, record));
  return column.cell == Cell::f4 && std::isnan(value_at<float>(column, record));
}

}  // namespace

int cell_size(Cell cell) {
  if (is_text(cell)) return cell == Cell::text8 ? 8 : 4;
  int size = 0;
  with_type(cell, [&](auto type) { size = sizeof(type); });
  return size;
}

Column column_of(std::string name, Cell cell) {
  static constexpr const char* names[] = {"FLOAT",     "DOUBLE",   "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT",
                                          "USMALLINT", "UINTEGER", "UBIGINT", "BOOLEAN",  "VARCHAR", "VARCHAR"};
  const Type type = is_text(cell)                          ? Type::text
                    : cell == Cell::truth                  ? Type::other
                    : cell == Cell::f4 || cell == Cell::f8 ? Type::number
                                                           : Type::integer;
  return {.name = std::move(name), .type = type, .sql_type = names[static_cast<std::size_t>(cell)]};
}

bool is_missing(const ColumnView& column, std::int64_t record) {
  if (!column.valid) return false;
  const std::int64_t bit = column.valid_offset + record;
  return !((column.valid[bit / 8] >> (bit % 8)) & 1);
}

std::string_view text_of(const ColumnView& column, std::int64_t record) {
  const std::int64_t begin = end_at(column, record);
  return {static_cast<const char*>(column.data) + begin, static_cast<std::size_t>(end_at(column, record + 1) - begin)};
}

void load_numbers(const ColumnView& column, std::int64_t first, Index count, double* to) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();  // one of the many there are, so that digests agree
  with_type(column.cell, [&](auto type) {
    using T = decltype(type);
    for (Index i = 0; i < count; ++i) to[i] = static_cast<double>(value_at<T>(column, first + i));
    if constexpr (std::is_floating_point_v<T>) {
      bool any = false;
      for (Index i = 0; i < count; ++i) any |= to[i] != to[i];
      for (Index i = 0; any && i < count; ++i) to[i] = to[i] == to[i] ? to[i] : missing;
    }
  });
  if (!column.valid) return;
  for (Index i = 0; i < count; ++i)
    if (is_missing(column, first + i)) to[i] = missing;
}

void append_cells(const ColumnView& column, std::int64_t first, Index count, TextColumn& to) {
  for (std::int64_t record = first; record < first + count; ++record) {
    if (is_missing(column, record) || is_nan(column, record))
      append_text(to, "", true);
    else if (is_text(column.cell))
      append_text(to, text_of(column, record), false);
    else
      append_text(to, spelled_cell(column, record), false);
  }
}

MemoryTable memory_table(std::string name, std::vector<Column> columns, std::vector<Batch> batches) {
  MemoryTable out{.name = std::move(name), .columns = std::move(columns)};
  auto held = std::make_shared<std::vector<Batch>>(std::move(batches));
  std::int64_t records = 0;
  for (const Batch& batch : *held) out.ends.push_back(records += batch.records);
  out.batch = [held](std::size_t i) { return std::shared_ptr<const Batch>(held, &(*held)[i]); };
  return out;
}

}  // namespace guise::table
