// SPDX-License-Identifier: Apache-2.0
// guise measure — compare a guess with the truth.
#include "measures/measure.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/figures.h"
#include "cli/json_output.h"
#include "cli/progress_bar.h"
#include "measures/compare_tables.h"

namespace guise::cli {
namespace {

struct Options {
  std::string truth, guess, missing = "error";
  std::vector<std::string> columns;
};

int run(const Options& options, const Common& common) {
  const table::Table truth = table::Table::open(options.truth), guess = table::Table::open(options.guess);
  const auto columns = measures::common_columns(truth, guess, options.columns);
  const auto missing = options.missing == "drop" ? table::Missing::drop : table::Missing::error_or_drop;
  const auto comparison = measures::compare_tables(truth, guess, columns, missing, common.work());
  finish_progress();
  if (common.json) {
    fmt::print("{}\n", json_text(measures::to_json(comparison, columns)));
  } else {
    fmt::print("{}", figure_table(comparison, columns));
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("TRUTH", options->truth, "the original table").required().type_name("");
  app.add_option("GUESS", options->guess,
                 "a guess of it, or a release: same records in the same order, columns matched by name")
      .required()
      .type_name("");
  app.add_option("--columns", options->columns, "columns to compare (default: all numeric columns both have)")
      .delimiter(',')
      .type_name("A,B");
  app.add_option("--missing", options->missing, "records with missing values: error or drop")
      .among({"error", "drop"})
      .type_name("POLICY");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command measure_command;
const Command measure_command = {
    .name = "measure",
    .summary = "compare a guess with the truth: error, correlation, share recovered",
    .examples = "  guise measure patients.csv guess.csv\n  guise measure patients.parquet guess.parquet --json",
    .declare = declare};

}  // namespace guise::cli
