// SPDX-License-Identifier: Apache-2.0
#include "jobs/input.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "stats/column_means.h"

namespace guise::jobs {

table::Table Input::open() const {
  require(path.empty() != sql.empty(), "{}",
          path.empty() ? "no input: name a table, or give a query with ‘sql’" : "give a table or ‘sql’, not both");
  if (sql.empty()) return table::Table::open(path);
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
  files.reads_query(sql);
}

Input Input::keeping(const std::string& column) const {
  Input out = *this;
  if (!column.empty() && std::find(keep.begin(), keep.end(), column) == keep.end()) out.keep.push_back(column);
  return out;
}

table::Selection Input::select(const table::Table& in, const table::Work& how) const {
  const auto known = in.schema().names();
  for (const std::string& name : keep)
    require(std::find(known.begin(), known.end(), name) != known.end(), "{} has no column '{}' to keep{}", in.name(), name,
            did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end())));
  table::Selection selection;
  selection.attributes = table::choose_attributes(in.schema(), columns, keep, in.name());
  selection.kept = keep;
  selection.first_record = first_record;
  selection.missing = missing == "drop"   ? table::Missing::drop
                      : missing == "mean" ? table::Missing::mean
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
      {"input", &in.path, "table: .csv .tsv .parquet .json .npy .fvecs, FILE.duckdb[:TABLE], or - for CSV on standard input"},
      {"sql", &in.sql, "read the result of this DuckDB query instead of a file"},
      {"columns", &in.columns, "numeric columns to mask (default: all)"},
      {"keep", &in.keep, "columns carried through unmasked, e.g. ids and labels"},
      {"missing", &in.missing, "records with missing values: error, drop or mean (fill in the column's mean)", false,
       "error|drop|mean"},
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
