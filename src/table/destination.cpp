// SPDX-License-Identifier: Apache-2.0
#include "table/destination.h"

#include "base/error.h"
#include "table/format.h"
#include "table/same_file.h"
#include "table/writer.h"

namespace guise::table {

Destination::Destination(const Output& output, const Reader& in) : path_(output.path) {
  if (names_folder(path_)) {
    for (const auto& read : in.files())
      require(!same_file(read.parent_path(), without_slash(path_)), "{} is read; name another folder for the output", path_);
    folder_.emplace(path_);
    return;
  }
  const auto [format, file, table, sql] = format_of(output.path);
  if (format == Format::pipe || format == Format::memory) return;
  require(is_written(format), "{}: guise reads this format and does not write it; write .csv or .parquet", output.path);
  for (const auto& read : in.files()) {
    require(!same_file(read, file), "{} is both input and output; name another output file", file);
  }
  if (format == Format::database) require_replaceable_database(file, table.empty() ? kDefaultTable : table);
  file_.emplace(file, output.private_file ? kPrivate : kPublic);
}

std::unique_ptr<Writer> Destination::writer(const Release& release) {
  return folder_ ? parts_writer(release, *folder_) : make_writer(path_, release, file());
}

}  // namespace guise::table
