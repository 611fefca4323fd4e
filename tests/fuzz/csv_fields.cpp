// SPDX-License-Identifier: Apache-2.0
// Records of a CSV file under any delimiter and quote: the splitter, the fields of a record, and the parser must agree.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "fuzz.h"
#include "table/csv_dialect.h"
#include "table/csv_field.h"
#include "table/csv_parser.h"
#include "table/csv_splitter.h"
#include "table/input_file.h"
#include "table/reader.h"

namespace guise::fuzz::targets {
namespace {

using namespace table;

/// The parser asks its reader for names only.
class Named final : public Reader {
 public:
  Named() {
    name_ = "the file";
    schema_.columns = {{.name = "a"}, {.name = "b"}, {.name = "c", .type = Type::text, .sql_type = "VARCHAR"}};
  }
  Bytes32 digest(const Bytes32&) const override { return {}; }
  std::unique_ptr<Source> source(const Selection&, std::int64_t, int) const override { return {}; }
};

}  // namespace

void csv_fields(std::string_view bytes) {
  if (bytes.size() < 3) return;
  static const Named reader;
  CsvDialect dialect{.delimiter = bytes[0] == '\n' || bytes[0] == '\r' ? ',' : bytes[0], .quote = bytes[1] == 'q' ? '"' : '\0'};
  if (dialect.delimiter == dialect.quote) dialect.quote = '\0';
  bytes.remove_prefix(2);
  const InputFile file(memfd_create("csv", 0), "the file");
  must(write(file.descriptor(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  dialect.end = static_cast<std::int64_t>(bytes.size());
  dialect.columns = reader.schema().columns;
  const CsvParser parser(reader, dialect, {.attributes = {"a", "b"}, .kept = {"c"}});
  CsvSplitter splitter(file, dialect);
  std::int64_t records = 0;
  while (const auto piece = splitter.next(2)) {
    must(piece->first == records);
    records += piece->records;
    split_fields(std::string_view(piece->bytes), dialect);
    const Chunk chunk = parser.parse(*piece);
    must(chunk.values.rows() == piece->records);
  }
}

}  // namespace guise::fuzz::targets
