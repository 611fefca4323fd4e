// SPDX-License-Identifier: Apache-2.0
// guise inspect — what a table holds, and what to mind before masking it, which attacks a sample of it calls for.
#include "jobs/inspect.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/prior_text.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "cli/spelling.h"

namespace guise::cli {
namespace {

/// What stands behind the card, for people.
std::string standing_text(jobs::Standing standing, const std::string& key) {
  switch (standing) {
    case jobs::Standing::owned:
      return fmt::format("Card and release are whole and the owner's: {} made them.", key);
    case jobs::Standing::whole:
      return "Card and release are whole. Only the owner's key shows whether somebody changed both with care: pass --key.";
    case jobs::Standing::unauthenticated:
      break;
  }
  return "The card is unauthenticated: an older guise wrote it, and changes to it go unseen. Mask again for a card with a "
         "seal.";
}

void print(const jobs::InspectResult& result, const std::string& key) {
  if (result.card) {
    fmt::print("{}", wrap("a release of guise, masked by " + result.card->mask, 2));
    fmt::print("{}", wrap(standing_text(*result.standing, key), 2));
  }
  fmt::print("{}\n",
             wrap(fmt::format("{}: {} records, {} with missing values", result.table, result.records, result.incomplete)));
  fmt::print("{:<22}  {:<7}  {:>11}  {:>10}  {:>10}  {:>10}\n", "column", "type", "mean", "sd", "least", "most");
  for (const jobs::InspectedColumn& column : result.columns) {
    fmt::print("{:<22}  {:<7}", shorten(column.name, 22), column.type);
    if (const auto& figures = column.figures)
      fmt::print("  {:>11.5g}  {:>10}  {:>10.4g}  {:>10.4g}", figures->mean,
                 figures->sd ? fmt::format("{:.5g}", *figures->sd) : "?", figures->least, figures->most);
    fmt::print("\n");
  }
  for (const std::string& note : result.notes) fmt::print("{}", wrap("note: " + spelled(note), 6));
  if (!result.card) print_prior_section(result.prior);
}

int show(const jobs::InspectRequest& request, const Common& common) {
  const jobs::InspectResult result = jobs::run(request, common.work());
  finish_progress();
  if (common.json)
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
  else
    print(result, request.key);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::InspectRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("FILE", fields, "input").type_name("");
  app.add_field("--sql", fields).type_name("QUERY");
  app.add_field("--key", fields).type_name("FILE");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command inspect_command;
const Command inspect_command = {
    .name = "inspect",
    .summary = {},  // the job's
    .examples =
        "  guise inspect patients.csv\n  guise inspect masked.csv --key masked.csv.key\n  guise inspect --sql \"SELECT * FROM "
        "'visits/*.parquet' WHERE year = 2020\"",
    .declare = declare,
    .repeat = repeat<jobs::InspectRequest, show>};

}  // namespace guise::cli
