// SPDX-License-Identifier: Apache-2.0
// guise attack — guess the originals from a release and what the attacker knows.
#include "jobs/attack.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/figures.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "cli/spelling.h"

namespace guise::cli {
namespace {

int show(const jobs::AttackRequest& request, const Common& common) {
  const jobs::AttackResult result = jobs::run(request, common.work());
  finish_progress();
  if (common.json) {
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
    return 0;
  }
  if (!common.quiet) {
    fmt::print("{}: {} records guessed with {}\n", printable(result.guess), result.records, printable(result.attack));
    for (const std::string& note : result.notes) fmt::print("{}", wrap("note: " + spelled(note), 6));
  }
  if (const auto& truth = result.truth) {
    if (!truth->gaps.empty()) fmt::print("{}", wrap("note: " + truth->gaps, 6));
    fmt::print("\n{}", figure_table(truth->comparison, truth->columns));
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::AttackRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("RELEASE", fields, "release").type_name("");
  app.add_field("-o,--out", fields).type_name("GUESS");
  app.add_field("--with", fields).type_name("ATTACK");
  app.add_field("--knows", fields).take_all().type_name("FACT");
  app.add_field("--key", fields).type_name("FILE");
  app.add_field("--links", fields).type_name("FILE");
  app.add_field("--sd", fields).type_name("FILE");
  app.add_field("--no-card", fields);
  app.add_field("--truth", fields).type_name("FILE");
  app.add_field("--seed", fields).type_name("N");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command attack_command;
const Command attack_command = {
    .name = "attack",
    .summary = {},  // the job's
    .examples =
        "  guise attack masked.csv -o guess.csv --with bayes\n"
        "  guise attack masked.csv -o out.csv --with \"principal(count=5)\" --truth in.csv\n"
        "  guise attack masked.csv -o guess.csv --with bayes --sd guess-sd.csv\n"
        "  guise attack theirs.csv -o guess.csv --with spectral --knows noise=2 --no-card\n"
        "  guise attack rotated.csv -o guess.csv --with procrustes \\\n      --knows pairs=known.csv:known-released.csv\n"
        "  guise attack rotated.csv -o guess.csv --with inverse --key rotated.csv.key",
    .declare = declare,
    .repeat = repeat<jobs::AttackRequest, show>};

}  // namespace guise::cli
