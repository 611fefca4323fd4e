// SPDX-License-Identifier: Apache-2.0
// The top of a CSV file, held against whatever a sniffer may have said of it: four bytes are its answer, the others the file.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "table/csv_dialect.h"
#include "table/csv_parser.h"
#include "table/csv_splitter.h"
#include "table/reader.h"

namespace guise::fuzz::targets {
namespace {

using namespace table;

class Named final : public Reader {
 public:
  explicit Named(const CsvDialect& dialect) {
    name_ = "the file";
    schema_.columns = dialect.columns;
  }
  Bytes32 digest(const Bytes32&) const override { return {}; }
  std::unique_ptr<Source> source(const Selection&, std::int64_t, int) const override { return {}; }
};

/// One of those that DuckDB tries.
char among(std::string_view characters, char choice) {
  return characters[static_cast<unsigned char>(choice) % characters.size()];
}

CsvSniff answer(std::string_view bytes) {
  constexpr std::string_view none("\0", 1);
  const auto flags = static_cast<unsigned char>(bytes[2]);
  CsvSniff out{.delimiter = among(std::string(",;\t|").append(none), bytes[0]),
               .quote = among(std::string("\"'").append(none), bytes[1]),
               .escape = among(std::string("\"\\").append(none).append(none), static_cast<char>(flags >> 4)),
               .skipped = (flags & 12) == 12 ? 1 : 0,
               .has_header = (flags & 1) != 0,
               .returns = (flags & 14) == 2,
               .columns = {}};
  for (int i = 0; i <= static_cast<unsigned char>(bytes[3]) % 8; ++i)
    out.columns.push_back({.name = fmt::format("c{}", i), .type = Type::text, .sql_type = "VARCHAR"});
  return out;
}

}  // namespace

void csv_head(std::string_view bytes) {
  if (bytes.size() < 5) return;
  const CsvSniff said = answer(bytes);
  bytes.remove_prefix(4);
  const InputFile file(memfd_create("csv", 0), "the file");
  must(write(file.descriptor(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  const CsvDialect dialect = sniff_csv(file, [&](const InputFile&, std::size_t) { return std::optional(said); });
  must(dialect.begin >= 0 && dialect.end <= file.size());
  must(dialect.columns.size() == said.columns.size());
  if (!dialect.plain) return;
  const Named reader(dialect);
  const CsvParser parser(reader, dialect, {.attributes = {}, .kept = reader.schema().names()});
  CsvSplitter splitter(file, dialect);
  std::int64_t records = 0;
  for (; const auto piece = splitter.next(3); records += piece->records)
    for (const TextColumn& column : parser.parse(*piece).kept)  // two columns of one name would leave one unread
      must(std::ssize(column.ends) == piece->records);
  must(records > 0);
}

}  // namespace guise::fuzz::targets
