// SPDX-License-Identifier: Apache-2.0
#include "jobs/measure.h"

#include <set>

#include "measures/compare_tables.h"
#include "measures/measure.h"
#include "table/column_patterns.h"

namespace guise::jobs {
namespace {

std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& taken) {
  const std::set<std::string_view> known(taken.begin(), taken.end());
  std::vector<std::string> out;
  for (const std::string& name : names)
    if (!known.contains(name)) out.push_back(name);
  return out;
}

}  // namespace

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
  const auto wanted = table::matching_columns(truth.schema(), request.columns, truth.name());
  std::vector<std::string> columns = measures::common_columns(truth, guess, wanted);
  const auto missing = request.missing == "drop" ? table::Missing::drop : table::Missing::error_or_drop;
  measures::Comparison comparison = measures::compare_tables(truth, guess, columns, missing, work);
  MeasureResult result{std::move(comparison), std::move(columns)};
  if (wanted.empty()) {
    result.only_truth = without(truth.schema().numeric(), result.columns);
    result.only_guess = without(guess.schema().numeric(), result.columns);
  }
  return result;
}

nlohmann::json to_json(const MeasureResult& result, Detail) {
  nlohmann::json out = measures::to_json(result.comparison, result.columns);
  out["guise_measure"] = 1;
  out["not_compared"] = {{"truth", result.only_truth}, {"guess", result.only_guess}};
  return out;
}

extern const Job measure_job;
const Job measure_job =
    job_of<MeasureRequest>("measure", "compare a guess with the truth: error, correlation, share recovered");

}  // namespace guise::jobs
