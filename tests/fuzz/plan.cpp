// SPDX-License-Identifier: Apache-2.0
// A plan, for a command with an option of every kind.
#include "cli/plan.h"

#include <CLI/CLI.hpp>

#include "cli/options.h"
#include "fuzz.h"

namespace guise::fuzz::targets {

void plan(std::string_view bytes) {
  std::string input, sql, out;
  std::vector<std::string> masks, columns;
  int keys = 0;
  double share = 0;
  bool shuffle = false;
  CLI::App app;
  cli::OptionSet options(app);
  options.add_option("IN", input, "");
  options.add_option("--sql", sql, "");
  options.add_option("-o,--out", out, "");
  options.add_option("--mask", masks, "").take_all();
  options.add_option("--columns", columns, "").delimiter(',');
  options.add_option("--keys", keys, "").between(1, 100);
  options.add_option("--share", share, "").between(0.0, 1.0);
  options.add_flag("--shuffle", shuffle, "");
  cli::read_plan(file_of(bytes, ".yaml").string(), options);
  must(shuffle || keys >= 0);
}

}  // namespace guise::fuzz::targets
