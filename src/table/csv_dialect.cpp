// SPDX-License-Identifier: Apache-2.0
#include "table/csv_dialect.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/error.h"
#include "table/csv_shape.h"
#include "table/csv_sniff.h"
#include "table/csv_splitter.h"

namespace guise::table {
namespace {

constexpr std::int64_t kHead = 1 << 18;  // bytes looked at before DuckDB does: a header may be long, a binary file shows early
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

bool looks_numeric(const std::string& field) {
  return !field.empty() &&
         (std::isdigit(static_cast<unsigned char>(field[0])) || field[0] == '-' || field[0] == '+' || field[0] == '.');
}

void take_names_from_header(CsvDialect& dialect, const std::vector<std::string>& header, const std::string& name) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].empty()) continue;
    require(seen.insert(header[i]).second, "{}: two columns are named '{}'; rename one of them", name, header[i]);
    dialect.columns[i].name = header[i];
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (!header[i].empty()) continue;
    std::string& made_up = dialect.columns[i].name;  // by DuckDB, which compared it with other names than these
    while (!seen.insert(made_up).second) made_up += '_';
  }
}

}  // namespace

void require_whole(const InputFile& file) {
  const std::string& name = file.name();
  const auto sniffed = sniff_gzip_by_duckdb(file);
  if (!sniffed) refuse("{} is not a table that guise can read: no delimiter or quoting makes rows of equal length of it", name);
  const bool undivided =
      sniffed->columns.size() == 1 && sniffed->columns.front().name.find_first_of(",;\t|") != std::string::npos;
  require(sniffed->skipped == 0 && !undivided,
          "{}: not all lines have the same number of fields; unpack it, so that guise can say which", name);
}

CsvDialect sniff_csv(const InputFile& file, const CsvSniffer& sniffer) {
  const std::string& name = file.name();
  const std::string head = head_of(file);
  require(head.find('\0') == std::string::npos, "{} is not a table of text: it holds binary data", name);
  const bool bom = head.starts_with("\xEF\xBB\xBF");
  CsvDialect dialect{.delimiter = '\0', .columns = {}, .begin = bom ? 3 : 0, .end = end_of_records(file)};
  const std::size_t fields = fields_of(head);
  require(fields <= kMostFields, "{} has about {} columns, and guise reads at most {} from CSV; write it as .parquet or .npy",
          name, fields, kMostFields);
  const std::optional<CsvSniff> sniffed = sniffer(file, fields);
  if (!sniffed) {
    require_one_shape(file, dialect, 0);
    refuse("{} is not a table that guise can read: no delimiter or quoting makes rows of equal length of it", name);
  }
  dialect.delimiter = sniffed->delimiter;
  dialect.quote = sniffed->quote;
  dialect.columns = sniffed->columns;
  require_one_shape(file, dialect, sniffed->skipped);
  if (dialect.delimiter == '\0' && dialect.columns.size() == 1) dialect.delimiter = ',';
  const bool plain_quotes = sniffed->escape == '\0' || sniffed->escape == dialect.quote;
  dialect.plain =
      dialect.delimiter != '\0' && plain_quotes && sniffed->comment == '\0' && sniffed->skipped == 0 && !sniffed->returns;
  if (!dialect.plain) return dialect;

  CsvSplitter lines(file, dialect);
  const std::optional<CsvPiece> first = lines.next(1);
  const std::vector<std::string> header = first ? split_fields(first->bytes, dialect) : std::vector<std::string>{};
  const bool only_line = dialect.begin + static_cast<std::int64_t>(first ? first->bytes.size() : 0) >= dialect.end;
  const bool has_header = sniffed->has_header || (only_line && std::none_of(header.begin(), header.end(), looks_numeric));
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
