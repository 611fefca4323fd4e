// SPDX-License-Identifier: Apache-2.0
#include "table/decimal_commas.h"

#include <algorithm>
#include <cctype>

#include "table/csv_field.h"
#include "table/csv_splitter.h"
#include "table/number_text.h"
#include "table/spool.h"

namespace guise::table {
namespace {

constexpr std::int64_t kLooked = 1 << 15;  // records
constexpr std::int64_t kPiece = 2048;      // at a time

template <typename Take>
void for_records(const InputFile& file, const CsvDialect& dialect, std::int64_t most, const Take& take) {
  CsvSplitter splitter(file, dialect);
  for (std::int64_t done = 0; done < most;) {
    const std::optional<CsvPiece> piece = splitter.next(kPiece);
    if (!piece) return;
    RecordCounter counter(dialect);
    for (std::size_t begin = 0, end = 0; begin < piece->bytes.size(); begin = end) {
      counter.advance(piece->bytes, counter.records() + 1);
      end = counter.end() > begin ? counter.end() : piece->bytes.size();
      take(split_fields(std::string_view(piece->bytes).substr(begin, end - begin), dialect));
    }
    done += piece->records;
  }
}

struct Seen {
  std::int64_t there = 0, commas = 0;
};

std::vector<Seen> look(const InputFile& file, const CsvDialect& dialect) {
  std::vector<Seen> seen;
  for_records(file, dialect, kLooked, [&](const std::vector<std::string>& fields) {
    seen.resize(std::max(seen.size(), fields.size()));
    for (std::size_t j = 0; j < fields.size(); ++j) {
      const auto plain = read_number(fields[j]);
      if (plain && std::isnan(*plain)) continue;
      ++seen[j].there;
      seen[j].commas += fields[j].find(',') != std::string::npos && with_point(fields[j]).has_value();
    }
  });
  return seen;
}

}  // namespace

DecimalCommas::DecimalCommas(const std::string& name, char delimiter)
    : Error(fmt::format("{}: fields are divided by '{}' and numbers hold commas; write them with points", name,
                        delimiter == '\t' ? "\\t" : std::string(1, delimiter))),
      delimiter_(delimiter) {}

std::optional<std::string> with_point(std::string_view field) {
  const std::size_t comma = field.find(',');
  std::string whole(field.substr(0, comma));
  if (const std::size_t point = whole.find('.'); point != std::string::npos) {
    const bool groups = (whole.size() - point) % 4 == 0 && point > 0;
    for (std::size_t at = point; at < whole.size(); at += 4)
      if (whole[at] != '.') return {};
    if (!groups) return {};
    std::erase(whole, '.');
  }
  const std::string out = comma == std::string_view::npos ? whole : whole + "." + std::string(field.substr(comma + 1));
  const auto number = read_number(out);
  if (!number || std::isnan(*number)) return {};
  return out;
}

WithPoints with_points(const InputFile& file, char delimiter) {
  const CsvDialect dialect{.delimiter = delimiter, .columns = {}, .begin = 0, .end = file.size()};
  const std::vector<Seen> seen = look(file, dialect);
  WithPoints out{.file = temporary_copy(file.name()), .columns = {}};
  std::string buffer;
  bool first = true;
  for_records(file, dialect, file.size() + 1, [&](const std::vector<std::string>& fields) {
    for (std::size_t j = 0; j < fields.size(); ++j) {
      const bool commas = j < seen.size() && seen[j].commas * 2 > seen[j].there - 1 && seen[j].commas > 0;
      if (first && commas) out.columns.push_back(fields[j]);
      if (j > 0) buffer += delimiter;
      const auto changed = commas ? with_point(fields[j]) : std::nullopt;
      if (changed) {
        buffer += *changed;
      } else if (!fields[j].empty()) {
        append_field(buffer, fields[j], delimiter);
      }
    }
    buffer += '\n';
    first = false;
    if (buffer.size() < std::size_t{1} << 20) return;
    append_to_copy(*out.file, buffer);
    buffer.clear();
  });
  append_to_copy(*out.file, buffer);
  return out;
}

}  // namespace guise::table
