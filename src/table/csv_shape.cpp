// SPDX-License-Identifier: Apache-2.0
#include "table/csv_shape.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/error.h"
#include "table/csv_splitter.h"
#include "table/decimal_commas.h"

namespace guise::table {
namespace {

constexpr std::string_view kDelimiters = ",;\t|";  // those that DuckDB tries
constexpr std::int64_t kLooked = 1 << 15;          // lines; its sniffer looks at 20,480
constexpr std::int64_t kPiece = 2048;              // lines at a time

/// Not of a table: nothing in it, or a remark.
bool is_remark(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos || line[at] == '#' || line[at] == '%';
}

struct Lines {
  std::string first = {};                // that is no remark
  std::int64_t remarks = 0;              // above it
  std::vector<std::size_t> widths = {};  // fields of it and of those below
};

CsvDialect with(CsvDialect dialect, char delimiter) {
  dialect.delimiter = delimiter;
  dialect.quote = '"';
  return dialect;
}

Lines look_through(const InputFile& file, const CsvDialect& dialect, std::int64_t most) {
  Lines lines;
  CsvSplitter splitter(file, dialect);
  while (std::ssize(lines.widths) < most) {
    const std::optional<CsvPiece> piece = splitter.next(std::min(most, kPiece));
    if (!piece) break;
    RecordCounter counter(dialect);
    for (std::size_t begin = 0, end = 0; begin < piece->bytes.size(); begin = end) {
      counter.advance(piece->bytes, counter.records() + 1);
      end = counter.end() > begin ? counter.end() : piece->bytes.size();
      const std::string_view line = std::string_view(piece->bytes).substr(begin, end - begin);
      if (is_remark(line)) {
        lines.remarks += lines.widths.empty();
        continue;
      }
      if (lines.widths.empty()) lines.first = line;
      lines.widths.push_back(split_fields(line, dialect).size());
    }
  }
  return lines;
}

/// What stands between most fields of a line, and none where nothing does.
char delimiter_in(const std::string& line, const CsvDialect& dialect) {
  char best = '\0';
  std::size_t most = 1;
  for (const char delimiter : kDelimiters) {
    const std::size_t fields = split_fields(line, with(dialect, delimiter)).size();
    if (fields <= most) continue;
    most = fields;
    best = delimiter;
  }
  return best;
}

void refuse_other_lengths(const Lines& lines, const std::string& name) {
  const auto& widths = lines.widths;
  const auto other = std::find_if(widths.begin(), widths.end(), [&](std::size_t width) { return width != widths.front(); });
  if (other == widths.end()) return;
  const bool names = !std::isdigit(static_cast<unsigned char>(lines.first.front())) && lines.first.front() != '-';
  refuse(
      "{}: row {} has {} field{}, but the first line has {}; correct it, or remove what stands above the names of the columns",
      name, (other - widths.begin()) + (names ? 0 : 1), *other, *other == 1 ? "" : "s", widths.front());
}

}  // namespace

void require_one_shape(const InputFile& file, const CsvDialect& found, std::int64_t skipped) {
  const CsvDialect dialect = with(found, found.delimiter);
  const Lines top = look_through(file, dialect, 1);
  if (top.widths.empty()) return;
  const char meant = delimiter_in(top.first, found);
  if (top.widths.front() == 1 && meant != '\0') {  // the first line has another delimiter than the one that was found
    const Lines otherwise = look_through(file, with(found, meant), kLooked);
    const auto& widths = otherwise.widths;
    if (std::count(widths.begin(), widths.end(), widths.front()) > 1) {
      refuse_other_lengths(otherwise, file.name());
      if (found.delimiter == ',') throw DecimalCommas(file.name(), meant);
    }
  }
  if (top.remarks >= skipped) return;
  refuse_other_lengths(look_through(file, dialect, kLooked), file.name());
  refuse("{}: the first {} lines do not belong to the table below them; remove them", file.name(), skipped);
}

}  // namespace guise::table
