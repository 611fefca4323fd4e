// SPDX-License-Identifier: Apache-2.0
#include "door/arrow_column.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "table/limits.h"

namespace guise::door {
namespace {

using Shape = ArrowColumn::Shape;
using table::Cell;
using table::ColumnView;

/// Texts that are made anew.
struct Texts {
  std::string bytes = {};
  std::vector<std::int64_t> ends = {0};
  void add(std::string_view text) {
    bytes += text;
    ends.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

std::optional<Cell> number_cell(std::string_view format) {
  static constexpr std::pair<char, Cell> cells[] = {{'f', Cell::f4}, {'g', Cell::f8}, {'c', Cell::i1}, {'s', Cell::i2},
                                                    {'i', Cell::i4}, {'l', Cell::i8}, {'C', Cell::u1}, {'S', Cell::u2},
                                                    {'I', Cell::u4}, {'L', Cell::u8}};
  if (format.size() != 1) return {};
  for (const auto& [letter, cell] : cells)
    if (letter == format[0]) return cell;
  return {};
}

const std::uint8_t* validity(const ArrowArray& array) {
  return array.n_buffers > 0 && array.null_count != 0 ? static_cast<const std::uint8_t*>(array.buffers[0]) : nullptr;
}

ColumnView view(const ArrowColumn& column, const ArrowArray& array, std::int64_t offset) {
  ColumnView out{
      .cell = column.cell, .stride = table::cell_size(column.cell), .valid = validity(array), .valid_offset = offset};
  if (column.cell == Cell::text4 || column.cell == Cell::text8) {
    out.ends = static_cast<const char*>(array.buffers[1]) + offset * table::cell_size(column.cell);
    out.data = array.buffers[2];
  } else {
    out.data = static_cast<const char*>(array.buffers[1]) + offset * out.stride;
  }
  return out;
}

ColumnView view_of(const std::shared_ptr<Texts>& texts, const ArrowArray& array, std::int64_t offset) {
  return {.cell = Cell::text8,
          .data = texts->bytes.data(),
          .ends = texts->ends.data(),
          .valid = validity(array),
          .valid_offset = offset};
}

/// Arrow's views: 16 bytes each, short texts within, long ones in buffers behind.
std::string_view viewed(const ArrowArray& array, std::int64_t at) {
  const char* view = static_cast<const char*>(array.buffers[1]) + at * 16;
  std::int32_t head[4];
  std::memcpy(head, view, sizeof(head));
  const auto size = static_cast<std::size_t>(head[0]);
  if (size <= 12) return {view + 4, size};
  return {static_cast<const char*>(array.buffers[2 + head[2]]) + head[3], size};
}

std::string date_text(std::int64_t days) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

/// As DuckDB writes a timestamp: fractions of a second where there are any.
std::string time_text(std::int64_t ticks, char unit) {
  const std::int64_t per_second = unit == 's' ? 1 : unit == 'm' ? 1'000 : unit == 'u' ? 1'000'000 : 1'000'000'000;
  const int digits = unit == 's' ? 0 : unit == 'm' ? 3 : unit == 'u' ? 6 : 9;
  std::int64_t seconds = ticks / per_second, rest = ticks % per_second;
  if (rest < 0) rest += per_second, --seconds;
  std::int64_t days = seconds / 86400, within = seconds % 86400;
  if (within < 0) within += 86400, --days;
  std::string text = fmt::format("{} {:02}:{:02}:{:02}", date_text(days), within / 3600, within / 60 % 60, within % 60);
  if (rest == 0) return text;
  text += fmt::format(".{:0{}}", rest, digits);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string made_text(const ArrowColumn& column, const ArrowArray& array, std::int64_t at) {
  if (column.shape == Shape::text_views) return std::string(viewed(array, at));
  if (column.shape == Shape::date) return date_text(static_cast<const std::int32_t*>(array.buffers[1])[at]);
  return time_text(static_cast<const std::int64_t*>(array.buffers[1])[at], column.format[2]);
}

bool is_null(const ArrowArray& array, std::int64_t at) {
  const std::uint8_t* valid = validity(array);
  return valid && !((valid[at / 8] >> (at % 8)) & 1);
}

std::int64_t index_at(Cell cell, const void* indices, std::int64_t at) {
  double value = 0;
  table::load_numbers({.cell = cell, .data = indices, .stride = table::cell_size(cell)}, at, 1, &value);
  return static_cast<std::int64_t>(value);
}

std::string dictionary_text(const ArrowColumn& column, const ArrowArray& array, std::int64_t at, const std::string& table) {
  const ArrowArray& words = *array.dictionary;
  const std::int64_t word = index_at(column.cell, array.buffers[1], at);
  require(word >= 0 && word < words.length, "{}: column '{}' has a category {} of {}", table, column.name, word, words.length);
  const std::int64_t place = words.offset + word;
  if (column.inner->shape == Shape::plain) return std::string(table::text_of(view(*column.inner, words, 0), place));
  return made_text(*column.inner, words, place);
}

std::vector<ColumnView> list_views(const ArrowColumn& column, const ArrowArray& array, std::int64_t offset,
                                   std::int64_t records, const std::string& table) {
  const ArrowArray& elements = *array.children[0];
  std::int64_t begin = elements.offset + offset * column.length;
  if (column.shape == Shape::list) {
    const bool wide = column.format == "+L";
    const auto end = [&](std::int64_t i) {
      return wide ? static_cast<const std::int64_t*>(array.buffers[1])[i]
                  : static_cast<std::int64_t>(static_cast<const std::int32_t*>(array.buffers[1])[i]);
    };
    for (std::int64_t i = offset; i < offset + records; ++i)
      require(end(i + 1) - end(i) == column.length,
              "{}: column '{}' holds lists of {} and of {} numbers; guise reads lists of one length as columns", table,
              column.name, column.length, end(i + 1) - end(i));
    begin = elements.offset + end(offset);
  }
  for (std::int64_t i = 0; i < records; ++i)
    require(!is_null(array, offset + i), "{}: column '{}' has no list in row {}; remove the record", table, column.name, i + 1);
  require(validity(elements) == nullptr, "{}: the lists of column '{}' have missing elements; fill them in", table,
          column.name);
  const int size = table::cell_size(column.cell);
  std::vector<ColumnView> out;
  for (std::int64_t j = 0; j < column.length; ++j)
    out.push_back({.cell = column.cell,
                   .data = static_cast<const char*>(elements.buffers[1]) + (begin + j) * size,
                   .stride = size * column.length});
  return out;
}

}  // namespace

ArrowColumn column_of(const ArrowSchema& schema, const std::string& table) {
  ArrowColumn out{.name = schema.name ? schema.name : "", .format = schema.format};
  const std::string_view format = out.format;
  const auto number = number_cell(format);
  if (number) out.cell = *number;
  if (schema.dictionary) {
    out.inner = std::make_shared<ArrowColumn>(column_of(*schema.dictionary, table));
    const bool text = out.inner->cell == Cell::text4 || out.inner->cell == Cell::text8;
    out.shape = number && text && !out.inner->inner ? Shape::dictionary : Shape::other;
  } else if (number) {
    out.shape = Shape::plain;
  } else if (format == "b") {
    out.shape = Shape::bits, out.cell = Cell::truth;
  } else if (format == "u" || format == "U") {
    out.cell = format == "u" ? Cell::text4 : Cell::text8;
  } else if (format == "vu") {
    out.shape = Shape::text_views, out.cell = Cell::text8;
  } else if (format == "tdD") {
    out.shape = Shape::date;
  } else if (format.starts_with("ts") && format.size() >= 3) {
    out.shape = Shape::time;
  } else if ((format == "+l" || format == "+L" || format.starts_with("+w:")) && schema.n_children == 1 &&
             number_cell(schema.children[0]->format)) {
    out.shape = format.starts_with("+w:") ? Shape::fixed_list : Shape::list;
    out.cell = *number_cell(schema.children[0]->format);
    if (out.shape == Shape::fixed_list) out.length = std::strtoll(out.format.c_str() + 3, nullptr, 10);
    table::require_columns(out.length, table);
  } else {
    out.shape = Shape::other;
  }
  return out;
}

std::int64_t list_length(const ArrowColumn& column, const ArrowArray& array, const std::string& table) {
  if (column.shape != Shape::list || array.length == 0) return column.length;
  const bool wide = column.format == "+L";
  const auto* four = static_cast<const std::int32_t*>(array.buffers[1]) + array.offset;
  const auto* eight = static_cast<const std::int64_t*>(array.buffers[1]) + array.offset;
  const std::int64_t length = wide ? eight[1] - eight[0] : four[1] - four[0];
  table::require_columns(length, fmt::format("{}, column '{}',", table, column.name));
  return length;
}

std::vector<table::Column> columns_of(const ArrowColumn& column) {
  if (column.shape == Shape::list || column.shape == Shape::fixed_list) {
    std::vector<table::Column> out;
    for (std::int64_t j = 1; j <= column.length; ++j)
      out.push_back(table::column_of(fmt::format("{}_{}", column.name, j), column.cell));
    return out;
  }
  if (column.shape == Shape::dictionary) return {table::column_of(column.name, Cell::text8)};
  if (column.shape == Shape::date) return {{.name = column.name, .type = table::Type::other, .sql_type = "DATE"}};
  if (column.shape == Shape::time) return {{.name = column.name, .type = table::Type::other, .sql_type = "TIMESTAMP"}};
  if (column.shape == Shape::other)
    return {{.name = column.name, .type = table::Type::other, .sql_type = table::kForeign + column.format}};
  return {table::column_of(column.name, column.cell)};
}

std::vector<ColumnView> views_of(const ArrowColumn& column, const ArrowArray& array, std::int64_t offset, std::int64_t records,
                                 std::vector<std::shared_ptr<void>>& made, const std::string& table) {
  const std::int64_t at = array.offset + offset;
  switch (column.shape) {
    case Shape::plain:
      return {view(column, array, at)};
    case Shape::list:
    case Shape::fixed_list:
      return list_views(column, array, at, records, table);
    case Shape::bits: {
      auto bytes = std::make_shared<std::vector<std::uint8_t>>();
      const auto* bits = static_cast<const std::uint8_t*>(array.buffers[1]);
      for (std::int64_t i = at; i < at + records; ++i) bytes->push_back((bits[i / 8] >> (i % 8)) & 1);
      made.push_back(bytes);
      return {{.cell = Cell::truth, .data = bytes->data(), .stride = 1, .valid = validity(array), .valid_offset = at}};
    }
    case Shape::other: {
      auto texts = std::make_shared<Texts>();
      for (std::int64_t i = 0; i < records; ++i) texts->add("");
      made.push_back(texts);
      return {view_of(texts, array, at)};
    }
    default: {
      auto texts = std::make_shared<Texts>();
      for (std::int64_t i = at; i < at + records; ++i)
        texts->add(is_null(array, i)                   ? ""
                   : column.shape == Shape::dictionary ? dictionary_text(column, array, i, table)
                                                       : made_text(column, array, i));
      made.push_back(texts);
      return {view_of(texts, array, at)};
    }
  }
}

}  // namespace guise::door
