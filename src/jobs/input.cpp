// SPDX-License-Identifier: Apache-2.0
#include "jobs/input.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "stats/column_means.h"
#include "table/column_patterns.h"
#include "table/database_address.h"
#include "table/format.h"
#include "table/reader.h"

namespace guise::jobs {

table::Table Input::open(const Warn& warn) const {
  require(!path.empty() || !sql.empty(), "no input: name a table, or give a query with ‘sql’");
  require(folder.empty() || !table::is_database_address(path),
          "{}: it reads a database over the network; pass ‘{}’ if you know where the file comes from", written_in, trust);
  if (!path.empty()) {
    table::Table in = table::Table::open(table::name_of_part(path, part, sql));
    if (warn)
      for (const std::string& note : in.reader().notes()) warn(note);
    return in;
  }
  require(part.empty(), "‘table’ names a part of a file, and there is only a query; leave it out");
  try {
    return table::Table::query(sql, folder);
  } catch (const Error& error) {
    if (folder.empty() || std::string_view(error.what()).find("disabled by configuration") == std::string_view::npos) throw;
    refuse("{}: its query reads a file outside of its folder {}; move the file there, or pass ‘{}’ ({})", written_in, folder,
           trust, error.what());
  }
}

void Input::tell(FilesInUse& files) const {
  files.reads(path);
  if (path.empty()) files.reads_query(sql);
}

Input Input::keeping(const std::string& column) const {
  Input out = *this;
  if (!column.empty() && std::find(keep.begin(), keep.end(), column) == keep.end()) out.keep.push_back(column);
  return out;
}

table::Selection Input::select(const table::Table& in, const table::Work& how) const {
  table::Selection selection;
  selection.kept = table::matching_columns(in.schema(), keep, in.name());
  const auto known = in.schema().names();
  for (const std::string& name : selection.kept)
    require(std::find(known.begin(), known.end(), name) != known.end(), "{} has no column '{}' to keep{}", in.name(), name,
            did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end())));
  selection.attributes = table::choose_attributes(in.schema(), table::matching_columns(in.schema(), columns, in.name()),
                                                  selection.kept, in.name());
  selection.first_record = first_record;
  // With keep, a mask learns from the complete records; what is released is the release's own matter.
  selection.missing = missing == "drop" || missing == "keep" ? table::Missing::drop
                      : missing == "mean"                    ? table::Missing::mean
                                                             : table::Missing::error;
  if (selection.missing == table::Missing::mean) {
    table::Work work = how;
    work.stage = "learning means";
    selection.means = stats::column_means(in, selection, work);
  }
  return selection;
}

Fields fields(Input& in) {
  return {
      {"input", &in.path,
       "table: .csv, .parquet, .json, .xlsx, .dta, .sav, .sas7bdat, .xpt, .sqlite, .duckdb, .npy, .npz, .fvecs, "
       "postgres://USER@HOST/DATABASE, or - for CSV on standard input"},
      {"table", &in.part, "sheet of a workbook, table of a database, or array of an .npz file (also FILE:NAME)"},
      {"sql", &in.sql,
       "read the result of this DuckDB query instead of a file; with an SQLite or PostgreSQL database, a query of its own"},
      {"columns", &in.columns, "numeric columns to mask, also as 'v*' or v1-v384; names with commas in \"…\" (default: all)"},
      {"keep", &in.keep, "columns carried through unmasked, e.g. ids and labels; named as in ‘columns’"},
      {"missing", &in.missing,
       "records with missing values: error, drop, mean (fill in the column's mean) or keep (guise mask only: gaps stay gaps "
       "where each value is masked by itself)",
       false, "error|drop|mean|keep"},
      {"first_record",
       &in.first_record,
       "number of the first record, for a later batch of the same table",
       false,
       {},
       0,
       kMostWhole},
  };
}

}  // namespace guise::jobs
