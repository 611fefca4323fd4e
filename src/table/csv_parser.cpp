// SPDX-License-Identifier: Apache-2.0
#include "table/csv_parser.h"

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "table/number_text.h"

namespace guise::table {

CsvParser::CsvParser(const Reader& reader, const CsvDialect& dialect, const Selection& selection)
    : reader_(reader),
      dialect_(dialect),
      fields_(dialect.columns.size()),
      first_record_(selection.first_record),
      attributes_(static_cast<Index>(selection.attributes.size())),
      kept_(static_cast<Index>(selection.kept.size())) {
  Index target = 0;
  for (const std::size_t column : column_indices(reader, selection.attributes)) fields_[column] = {Use::attribute, target++};
  target = 0;
  for (const std::size_t column : column_indices(reader, selection.kept)) fields_[column] = {Use::kept, target++};
}

std::string_view CsvParser::read_text(Place& place, std::string& scratch, bool& quoted) const {
  const char* begin = place.at;
  quoted = dialect_.quote != '\0' && begin < place.end && *begin == dialect_.quote;
  if (!quoted) {
    while (place.at < place.end && *place.at != dialect_.delimiter && *place.at != '\n') ++place.at;
    const char* end = place.at;
    if (end > begin && end[-1] == '\r' && (end == place.end || *end == '\n')) place.at = --end;
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  scratch.clear();
  for (++place.at; place.at < place.end; ++place.at) {
    if (*place.at == dialect_.quote) {
      if (place.at + 1 >= place.end || place.at[1] != dialect_.quote) break;
      ++place.at;  // doubled
    }
    scratch += *place.at;
  }
  require(place.at < place.end, "{}: the quote opened in row {} is never closed", reader_.name(), place.row);
  ++place.at;
  return scratch;
}

double CsvParser::read_value(Place& place, std::size_t field) const {
  double x = 0;
  const auto [end, error] = std::from_chars(place.at, place.end, x);
  if (error == std::errc() && end < place.end && (*end == dialect_.delimiter || *end == '\n')) {
    if (std::abs(x) >= kAllWhole) refuse_rounded({place.at, static_cast<std::size_t>(end - place.at)}, x, place.row, field);
    place.at = end;
    return x;
  }
  std::string scratch;
  bool quoted = false;
  const std::string_view text = read_text(place, scratch, quoted);
  const std::optional<double> number = read_number(text);
  if (!number) {
    const std::string& column = dialect_.columns[field].name;
    refuse(
        "{}: row {}, column '{}' holds '{}', which is not a number; correct it, leave the column out with ‘columns’, or carry "
        "it through with ‘keep={}’",
        reader_.name(), place.row, column, text.substr(0, 60), column);
  }
  refuse_rounded(text, *number, place.row, field);
  return *number;
}

/// DuckDB takes a column with a whole number beyond 64 bits for one of floating-point numbers, which round it.
void CsvParser::refuse_rounded(std::string_view text, double x, std::int64_t row, std::size_t field) const {
  if (!is_rounded_integer(text, x)) return;
  const std::string& column = dialect_.columns[field].name;
  refuse(
      "{}: row {}, column '{}' holds the whole number {}, which a floating-point number cannot hold exactly; leave the column "
      "out (‘columns’, or a query with ‘sql’), or carry it through with ‘keep={}’",
      reader_.name(), row, column, text.substr(0, 60), column);
}

void CsvParser::read_kept(Place& place, TextColumn& column) const {
  std::string scratch;
  bool quoted = false;
  const std::string_view text = read_text(place, scratch, quoted);
  append_text(column, text, text.empty() && !quoted);
}

void CsvParser::pass_separator(Place& place, std::size_t field) const {
  const bool last = field + 1 == fields_.size();
  if (!last && place.at < place.end && *place.at == dialect_.delimiter) {
    ++place.at;
    return;
  }
  if (place.at < place.end && *place.at == '\r') ++place.at;
  const bool ended = place.at == place.end || *place.at == '\n';
  require(ended || !last, "{}: row {} has more than {} fields, the number of columns", reader_.name(), place.row,
          fields_.size());
  require(last, "{}: row {} has {} field{}, but there are {} columns", reader_.name(), place.row, field + 1,
          field == 0 ? "" : "s", fields_.size());
  if (place.at < place.end) ++place.at;
}

Chunk CsvParser::parse(const CsvPiece& piece) const {
  Chunk chunk{.first_record = first_record_ + piece.first,
              .values = Matrix(piece.records, attributes_),
              .dropped = {},
              .kept = std::vector<TextColumn>(static_cast<std::size_t>(kept_))};
  Place place{piece.bytes.data(), piece.bytes.data() + piece.bytes.size(), piece.first + 1};
  std::string scratch;
  bool quoted = false;
  for (Index i = 0; i < piece.records; ++i, ++place.row) {
    for (std::size_t j = 0; j < fields_.size(); ++j) {
      const Field& field = fields_[j];
      switch (field.use) {
        case Use::attribute:
          chunk.values(i, field.target) = read_value(place, j);
          break;
        case Use::kept:
          read_kept(place, chunk.kept[static_cast<std::size_t>(field.target)]);
          break;
        case Use::skip:
          read_text(place, scratch, quoted);
          break;
      }
      pass_separator(place, j);
    }
  }
  return chunk;
}

}  // namespace guise::table
