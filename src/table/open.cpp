// SPDX-License-Identifier: Apache-2.0
// Which format a path means.
#include "base/error.h"
#include "table/format.h"
#include "table/reader.h"

namespace guise::table {

Table Table::open(const std::string& path) {
  const auto [format, file, table] = format_of(path);
  switch (format) {
    case Format::pipe:
      return Table(open_standard_input());
    case Format::csv:
      return Table(open_csv(file, path));
    case Format::parquet:
      return Table(open_parquet(file));
    case Format::json:
      return Table(open_json(file));
    case Format::npy:
      return Table(open_npy(file));
    case Format::fvecs:
      return Table(open_fvecs(file));
    case Format::database:
      return Table(open_database(file, table));
  }
  fail("no reader for {}", path);
}

}  // namespace guise::table
