// SPDX-License-Identifier: Apache-2.0
// guise merge — join the partial results of a stage, and say what comes next.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "jobs/stage.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string request, state, out;
  std::vector<std::string> parts;
};

int run(const Options& options, const Common& common) {
  const RequestFile file = read_request_file(options.request, false);
  std::optional<jobs::StageFile> state;
  if (!options.state.empty()) state = {options.state, table::read_file(options.state)};
  std::vector<jobs::StageFile> parts;
  for (const std::string& part : options.parts) parts.push_back({part, table::read_file(part)});
  const jobs::Merged merged = jobs::merge_parts(file.document, state, parts, common.work());
  finish_progress();
  table::write_file(options.out, merged.state, table::kPrivate);
  if (common.json)
    fmt::print(
        "{}\n",
        json_text(merged.next
                      ? nlohmann::json{{"stage", merged.next->name}, {"first", merged.next->first}, {"end", merged.next->end}}
                      : nlohmann::json{{"stage", nullptr}}));
  else if (merged.next)
    fmt::print("next: stage {} over the records {}..{}\n", merged.next->name, merged.next->first, merged.next->end);
  else
    fmt::print("next: guise run {} --state {}\n", options.request, options.out);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("REQUEST", options->request, "the request of the job, as --save-request writes it").required().type_name("");
  app.add_option("PART", options->parts, "partial results of one stage, which together hold all records; in any order")
      .type_name("");
  app.add_option("--state", options->state, "the state that they were made from; without one the first state is made")
      .type_name("FILE");
  app.add_option("--out,-o", options->out, "the next state").required().type_name("FILE");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command merge_command;
const Command merge_command = {.name = "merge",
                               .summary = "join the partial results of a stage, and say what comes next",
                               .examples =
                                   "  guise merge audit.json -o state.0\n"
                                   "  guise merge audit.json parts/*.part --state state.0 -o state.1",
                               .declare = declare};

}  // namespace guise::cli
