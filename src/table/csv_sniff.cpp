// SPDX-License-Identifier: Apache-2.0
#include "table/csv_sniff.h"

#include "base/error.h"
#include "table/duckdb_session.h"
#include "table/sql_type.h"

namespace guise::table {
namespace {

// DuckDB's sniffer takes some 80 kB for each field of a line; Session allows 10 MB for a column that is copied.
constexpr std::size_t kFieldsOfColumn = 100;

/// DuckDB writes "(empty)" for no character at all.
char character(const std::optional<std::string>& text) {
  return text && text->size() == 1 ? (*text)[0] : '\0';
}

/// A date format as sniff_csv reports it; empty when dates have the usual form.
bool is_iso(const std::optional<std::string>& format) {
  return !format || format->empty() || format->starts_with("%Y-%m-%d");
}

std::optional<CsvSniff> sniff(const InputFile& file, const char* compression, std::size_t fields) {
  const Session session(1, fields / kFieldsOfColumn);
  const std::string& name = file.name();
  const std::string sniffed = fmt::format("sniff_csv({}, compression='{}')", quote_text(file.path()), compression);
  Row row;
  std::vector<Row> columns;
  try {
    row = session
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
  CsvSniff out{.delimiter = character(row[0]),
               .quote = character(row[1]),
               .escape = character(row[2]),
               .comment = character(row[4]),
               .skipped = std::stoll(row[5].value_or("0")),
               .has_header = row[6] == "true",
               .returns = row[3] == "\\r",
               .columns = {}};
  for (const Row& column : columns) {
    const std::string type = column[1].value_or("VARCHAR");
    // Kept dates travel as the text they are; only in ISO form can they be written as dates again.
    const bool as_text = (type == "DATE" && !is_iso(row[7])) || (type.starts_with("TIMESTAMP") && !is_iso(row[8]));
    out.columns.push_back({.name = column[0].value_or(""), .type = type_of_sql(type), .sql_type = as_text ? "VARCHAR" : type});
  }
  return out;
}

}  // namespace

std::optional<CsvSniff> sniff_by_duckdb(const InputFile& file, std::size_t fields) {
  return sniff(file, "none", fields);
}

std::optional<CsvSniff> sniff_gzip_by_duckdb(const InputFile& file) {
  return sniff(file, "gzip", 0);
}

}  // namespace guise::table
