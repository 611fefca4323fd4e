// SPDX-License-Identifier: Apache-2.0
// guise run — do again what a request in a file asks for.
#include <algorithm>

#include "base/error.h"
#include "cli/request_file.h"
#include "jobs/stage.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string request, state;
  bool trust = false;
};

int run(const Options& options, const Common& common) {
  const RequestFile file = read_request_file(options.request, options.trust);
  const jobs::Job& job = jobs::find_job(jobs::job_named(file.document, file.origin));
  const auto commands = all_commands();
  const auto command =
      std::find_if(commands.begin(), commands.end(), [&](const Command* each) { return each->name == job.name; });
  require(command != commands.end() && (*command)->repeat != nullptr, "there is no command for the job '{}'", job.name);
  if (options.state.empty()) return (*command)->repeat(file, common);
  const jobs::Finishing stages(file.document, {options.state, table::read_file(options.state)});
  Common staged = common;
  staged.passes = stages.passes();
  return (*command)->repeat(file, staged);
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("REQUEST", options->request, "a request, in JSON or YAML, as --save-request of any job writes it")
      .required()
      .type_name("");
  app.add_option("--state", options->state, "finish a job in stages with what they have found (guise merge)").type_name("FILE");
  app.add_flag("--trust-request", options->trust, "let a query of the request read files outside of the request's folder");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command run_command;
const Command run_command = {.name = "run",
                             .summary = "do again what a request in a file asks for",
                             .examples =
                                 "  guise audit patients.csv --mask \"noise(snr=2)\" --save-request audit.json\n"
                                 "  guise run audit.json",
                             .declare = declare};

}  // namespace guise::cli
