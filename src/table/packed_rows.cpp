// SPDX-License-Identifier: Apache-2.0
#include "table/packed_rows.h"

#include <cstring>

#include "table/row_order.h"
#include "table/text_end.h"

namespace guise::table {
namespace {

using Length = std::uint32_t;
constexpr Length kNull = ~Length{0};

template <typename T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

void append_length(std::string& bytes, Length length) {
  bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
}

template <typename Number>
void read_rows(const std::vector<const char*>& rows, Matrix& values) {
  for_runs(values.rows(), values.cols(), [&](Index first, Index count, Index j) {
    const std::size_t place = sizeof(std::uint64_t) + static_cast<std::size_t>(j) * sizeof(Number);
    for (Index i = first; i < first + count; ++i)
      values(i, j) = static_cast<double>(load<Number>(rows[static_cast<std::size_t>(i)] + place));
  });
}

}  // namespace

std::size_t PackedRows::fixed() const {
  const std::size_t numbers = static_cast<std::size_t>(values) * (single ? sizeof(float) : sizeof(double));
  return sizeof(std::uint64_t) + numbers + (kept > 0 ? sizeof(Length) : 0);
}

std::size_t PackedRows::size(const char* row) const {
  return fixed() + (kept > 0 ? load<Length>(row + fixed() - sizeof(Length)) : 0);
}

std::uint64_t PackedRows::priority(const char* row) {
  return load<std::uint64_t>(row);
}

std::string PackedRows::pack(const Chunk& chunk, const std::vector<std::uint64_t>& priorities) const {
  const std::size_t step = fixed();
  std::string bytes(static_cast<std::size_t>(chunk.records()) * step, '\0');
  for (std::size_t i = 0; i < priorities.size(); ++i) std::memcpy(&bytes[i * step], &priorities[i], sizeof(priorities[i]));
  char* numbers = bytes.data() + sizeof(std::uint64_t);
  single ? write_rows<float>(chunk.values, numbers, static_cast<Index>(step))
         : write_rows<double>(chunk.values, numbers, static_cast<Index>(step));
  if (kept == 0) return bytes;
  std::string all, text;
  for (Index i = 0; i < chunk.records(); ++i) {
    text.clear();
    for (const TextColumn& column : chunk.kept) {
      const std::string_view field = text_at(column, i);
      append_length(text, column.null[static_cast<std::size_t>(i)] ? kNull : text_end(field.size()));
      text.append(field);
    }
    all.append(bytes, static_cast<std::size_t>(i) * step, step - sizeof(Length));
    append_length(all, text_end(text.size()));
    all.append(text);
  }
  return all;
}

Chunk PackedRows::unpack(std::string_view bytes, Index count, std::int64_t first_record) const {
  Chunk chunk{
      .first_record = first_record, .values = Matrix(count, values), .dropped = {}, .kept = std::vector<TextColumn>(kept)};
  std::vector<const char*> rows;
  for (const char* row = bytes.data(); std::ssize(rows) < count; row += size(row)) rows.push_back(row);
  single ? read_rows<float>(rows, chunk.values) : read_rows<double>(rows, chunk.values);
  for (const char* row : rows) {
    const char* field = row + fixed();
    for (TextColumn& column : chunk.kept) {
      const auto length = load<Length>(field);
      const std::size_t there = length == kNull ? 0 : length;
      append_text(column, {field + sizeof(Length), there}, length == kNull);
      field += sizeof(Length) + there;
    }
  }
  return chunk;
}

}  // namespace guise::table
