// SPDX-License-Identifier: Apache-2.0
#include "table/csv_dialect.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/error.h"
#include "table/csv_shape.h"
#include "table/csv_splitter.h"
#include "table/duckdb_session.h"
#include "table/sql_type.h"

namespace guise::table {
namespace {

constexpr std::int64_t kHead = 1 << 18;  // bytes looked at before DuckDB does: a header may be long, a binary file shows early

// DuckDB's sniffer takes some 80 kB for each field of a line; Session allows 10 MB for a column that is copied.
constexpr std::size_t kFieldsOfColumn = 100;
constexpr std::size_t kMostFields = 20'000;

/// At most so many fields the first line has, whatever divides them.
std::size_t fields_of(std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  std::ptrdiff_t most = 0;
  for (const char delimiter : {',', ';', '\t', '|'}) most = std::max(most, std::count(line.begin(), line.end(), delimiter));
  return static_cast<std::size_t>(most) + 1;
}

std::string head_of(const InputFile& file) {
  std::string head(static_cast<std::size_t>(std::min(kHead, file.size())), '\0');
  file.read(head.data(), head.size(), 0);
  return head;
}

/// Where the records end: newlines behind the last one are not records.
std::int64_t end_of_records(const InputFile& file) {
  std::string piece;
  for (std::int64_t end = file.size(); end > 0; end -= std::ssize(piece)) {
    piece.resize(static_cast<std::size_t>(std::min(kHead, end)));
    file.read(piece.data(), piece.size(), end - std::ssize(piece));
    const std::size_t last = piece.find_last_not_of("\r\n");
    if (last != std::string::npos) return end - std::ssize(piece) + static_cast<std::int64_t>(last) + 1;
  }
  return 0;
}

/// DuckDB writes "(empty)" for no character at all.
char character(const std::optional<std::string>& text) {
  return text && text->size() == 1 ? (*text)[0] : '\0';
}

bool looks_numeric(const std::string& field) {
  return !field.empty() && (std::isdigit(field[0]) || field[0] == '-' || field[0] == '+' || field[0] == '.');
}

void take_names_from_header(CsvDialect& dialect, const std::vector<std::string>& header, const std::string& name) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].empty()) continue;  // DuckDB has made up a name
    require(seen.insert(header[i]).second, "{}: two columns are named '{}'; rename one of them", name, header[i]);
    dialect.columns[i].name = header[i];
  }
}

/// A date format as sniff_csv reports it; empty when dates have the usual form.
bool is_iso(const std::optional<std::string>& format) {
  return !format || format->empty() || format->starts_with("%Y-%m-%d");
}

struct Sniffed {
  Row row;
  std::vector<Column> columns;
};

/// What DuckDB takes the file for, if for anything.
std::optional<Sniffed> sniff(const InputFile& file, const char* compression, std::size_t fields = 0) {
  const Session session(1, fields / kFieldsOfColumn);
  const std::string& name = file.name();
  const std::string sniffed = fmt::format("sniff_csv({}, compression='{}')", quote_text(file.path()), compression);
  Sniffed out;
  std::vector<Row> columns;
  try {
    out.row = session
                  .rows(
                      "SELECT Delimiter, Quote, Escape, NewLineDelimiter, Comment, SkipRows, HasHeader, DateFormat, "
                      "TimestampFormat FROM " +
                          sniffed,
                      name)
                  .at(0);
    columns = session.rows("SELECT c.name, c.type FROM (SELECT unnest(Columns) AS c FROM " + sniffed + ")", name);
  } catch (const Error& error) {
    if (error.fault() == Fault::environment) throw;
    return {};
  }
  for (const Row& column : columns) {
    const std::string type = column[1].value_or("VARCHAR");
    // Kept dates travel as the text they are; only in ISO form can they be written as dates again.
    const bool as_text = (type == "DATE" && !is_iso(out.row[7])) || (type.starts_with("TIMESTAMP") && !is_iso(out.row[8]));
    out.columns.push_back({.name = column[0].value_or(""), .type = type_of_sql(type), .sql_type = as_text ? "VARCHAR" : type});
  }
  return out;
}

}  // namespace

void require_whole(const InputFile& file) {
  const std::string& name = file.name();
  const auto sniffed = sniff(file, "gzip");
  if (!sniffed) refuse("{} is not a table that guise can read: no delimiter or quoting makes rows of equal length of it", name);
  const bool undivided =
      sniffed->columns.size() == 1 && sniffed->columns.front().name.find_first_of(",;\t|") != std::string::npos;
  require(sniffed->row[5] == "0" && !undivided,
          "{}: not all lines have the same number of fields; unpack it, so that guise can say which", name);
}

CsvDialect sniff_csv(const InputFile& file) {
  const std::string& name = file.name();
  const std::string head = head_of(file);
  require(head.find('\0') == std::string::npos, "{} is not a table of text: it holds binary data", name);
  const bool bom = head.starts_with("\xEF\xBB\xBF");
  CsvDialect dialect{.delimiter = '\0', .columns = {}, .begin = bom ? 3 : 0, .end = end_of_records(file)};
  const std::size_t fields = fields_of(head);
  require(fields <= kMostFields, "{} has about {} columns, and guise reads at most {} from CSV; write it as .parquet or .npy",
          name, fields, kMostFields);
  const auto sniffed = sniff(file, "none", fields);
  if (!sniffed) {
    require_one_shape(file, dialect, 0);
    refuse("{} is not a table that guise can read: no delimiter or quoting makes rows of equal length of it", name);
  }
  const Row& row = sniffed->row;
  dialect.delimiter = character(row[0]);
  dialect.quote = character(row[1]);
  dialect.columns = sniffed->columns;
  require_one_shape(file, dialect, std::stoll(row[5].value_or("0")));
  if (dialect.delimiter == '\0' && dialect.columns.size() == 1) dialect.delimiter = ',';
  const char escape = character(row[2]);
  const std::string newline = row[3].value_or("");
  dialect.plain = dialect.delimiter != '\0' && (escape == '\0' || escape == dialect.quote) && character(row[4]) == '\0' &&
                  row[5] == "0" && newline != "\\r";
  if (!dialect.plain) return dialect;

  CsvSplitter lines(file, dialect);
  const std::optional<CsvPiece> first = lines.next(1);
  const std::vector<std::string> header = first ? split_fields(first->bytes, dialect) : std::vector<std::string>{};
  const bool only_line = dialect.begin + static_cast<std::int64_t>(first ? first->bytes.size() : 0) >= dialect.end;
  const bool has_header = row[6] == "true" || (only_line && std::none_of(header.begin(), header.end(), looks_numeric));
  require(first.has_value() && !(has_header && only_line), "{} has no records", name);
  if (header.size() != dialect.columns.size()) {
    dialect.plain = false;
  } else if (has_header) {
    take_names_from_header(dialect, header, name);
    dialect.begin += static_cast<std::int64_t>(first->bytes.size());
  }
  return dialect;
}

}  // namespace guise::table
