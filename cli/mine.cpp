// SPDX-License-Identifier: Apache-2.0
// guise mine — what a miner gets from releases.
#include "jobs/mine.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/findings.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "cli/spelling.h"
#include "cli/streams.h"
#include "cli/tree_text.h"

namespace guise::cli {
namespace {

int show(const jobs::MineRequest& request, const Common& common) {
  const jobs::MineResult result = jobs::run(request, common.work());
  finish_progress();
  if (result.applied)
    for (const std::string& note : result.applied->notes) complain(wrap("note: " + spelled(note), 6));
  if (common.json) {
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
  } else if (const auto& applied = result.applied) {
    if (!common.quiet)
      fmt::print("Predicted {} record{} with {}; wrote {}.\n", applied->records, applied->records == 1 ? "" : "s",
                 printable(applied->model), printable(applied->out));
  } else {
    fmt::print("{}", printable_lines(tree_text(result)));
    fmt::print("{}{}", printable_lines(findings_text(result.findings)),
               result.agreement.empty() ? "" : printable_lines(agreement_text(result.agreement)));
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::MineRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("TASK", fields, "task").type_name("");
  app.add_field("RELEASE", fields, "releases").type_name("");
  app.add_field("--label", fields).type_name("COLUMN");
  app.add_names("--columns", fields).type_name("A,B");
  app.add_field("--by", fields).type_name("ID");
  app.add_field("--truth", fields).take_all().type_name("FILE");
  app.add_field("--save", fields).type_name("MODEL");
  app.add_field("--apply", fields).type_name("MODEL");
  app.add_field("-o,--out", fields).type_name("FILE");
  app.add_field("--probabilities", fields);
  app.add_field("--missing", fields).type_name("POLICY");
  app.add_field("--seed", fields).type_name("N");
  app.add_field("--key", fields).type_name("FILE");
  app.add_field("--no-card", fields);
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command mine_command;
const Command mine_command = {.name = "mine",
                              .summary = {},  // the job's
                              .examples =
                                  "  guise mine correlation masked.csv\n"
                                  "  guise mine \"kmeans(k=6)\" rotated.csv --truth charts.csv -o clusters.csv\n"
                                  "  guise mine svm north.parquet south.parquet --label ill --save ill.model\n"
                                  "  guise mine svm new.parquet --apply ill.model -o told.csv\n"
                                  "  guise mine products bank.csv shop.csv    # sums over the same people, one key",
                              .declare = declare,
                              .repeat = repeat<jobs::MineRequest, show>};

}  // namespace guise::cli
