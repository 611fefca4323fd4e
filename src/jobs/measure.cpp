// SPDX-License-Identifier: Apache-2.0
#include "jobs/measure.h"

#include "measures/compare_tables.h"
#include "measures/measure.h"

namespace guise::jobs {

Fields fields(MeasureRequest& request) {
  return {
      {"truth", &request.truth, "the original table", true},
      {"guess", &request.guess, "a guess of it, or a release: same records in the same order, columns matched by name", true},
      {"columns", &request.columns, "columns to compare (default: all numeric columns both have)"},
      {"missing", &request.missing, "records with missing values: error or drop", false, "error|drop"},
  };
}

FilesInUse files_of(const MeasureRequest& request) {
  FilesInUse files;
  files.reads(request.truth);
  files.reads(request.guess);
  return files;
}

MeasureResult run(const MeasureRequest& request, const Work& work) {
  const table::Table truth = table::Table::open(request.truth), guess = table::Table::open(request.guess);
  std::vector<std::string> columns = measures::common_columns(truth, guess, request.columns);
  const auto missing = request.missing == "drop" ? table::Missing::drop : table::Missing::error_or_drop;
  measures::Comparison comparison = measures::compare_tables(truth, guess, columns, missing, work);
  return {std::move(comparison), std::move(columns)};
}

nlohmann::json to_json(const MeasureResult& result, Detail) {
  nlohmann::json out = measures::to_json(result.comparison, result.columns);
  out["guise_measure"] = 1;
  return out;
}

extern const Job measure_job;
const Job measure_job =
    job_of<MeasureRequest>("measure", "compare a guess with the truth: error, correlation, share recovered");

}  // namespace guise::jobs
