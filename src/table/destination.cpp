// SPDX-License-Identifier: Apache-2.0
#include "table/destination.h"

#include "base/error.h"
#include "table/format.h"
#include "table/same_file.h"
#include "table/writer.h"

namespace guise::table {

Destination::Destination(const Output& output, const Reader& in) {
  const auto [format, file, table, sql] = format_of(output.path);
  if (format == Format::pipe) return;
  require(is_written(format), "{}: guise reads this format and does not write it; write .csv or .parquet", output.path);
  for (const auto& read : in.files()) {
    require(!same_file(read, file), "{} is both input and output; name another output file", file);
  }
  if (format == Format::database) require_replaceable_database(file, table.empty() ? kDefaultTable : table);
  file_.emplace(file, output.private_file ? kPrivate : kPublic);
}

}  // namespace guise::table
