// SPDX-License-Identifier: Apache-2.0
// guise measure — compare a guess with the truth.
#include "jobs/measure.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/figures.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"

namespace guise::cli {
namespace {

/// Names, and how many more there are.
std::string short_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most));
  const std::string some = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return names.size() <= most ? some : fmt::format("{} and {} more", some, names.size() - most);
}

void print(const jobs::MeasureRequest& request, const jobs::MeasureResult& result) {
  fmt::print("{}", figure_table(result.comparison, result.columns));
  const auto say = [](const std::string& file, const std::vector<std::string>& columns) {
    if (!columns.empty()) fmt::print("{}", wrap(fmt::format("not compared, only in {}: {}", file, short_list(columns)), 2));
  };
  say(request.truth, result.only_truth);
  say(request.guess, result.only_guess);
}

int show(const jobs::MeasureRequest& request, const Common& common) {
  const jobs::MeasureResult result = jobs::run(request, common.work());
  finish_progress();
  if (common.json)
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
  else
    print(request, result);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::MeasureRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("TRUTH", fields, "truth").type_name("");
  app.add_field("GUESS", fields, "guess").type_name("");
  app.add_names("--columns", fields).type_name("A,B");
  app.add_field("--missing", fields).type_name("POLICY");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command measure_command;
const Command measure_command = {
    .name = "measure",
    .summary = {},  // the job's
    .examples = "  guise measure patients.csv guess.csv\n  guise measure patients.parquet guess.parquet --json",
    .declare = declare,
    .repeat = repeat<jobs::MeasureRequest, show>};

}  // namespace guise::cli
