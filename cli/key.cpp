// SPDX-License-Identifier: Apache-2.0
// guise key — make a key file, or show the public fingerprint of one.
#include "random/key.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "jobs/chosen_key.h"
#include "jobs/ledger_file.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string verb, file;
};

int run(const Options& options, const Common& common) {
  require(options.verb == "new" || options.verb == "show", "guise key does 'new' or 'show', not '{}'", options.verb);
  if (options.verb == "new") table::write_file(options.file, random::Key::create().text(), table::kPrivate, false);
  const random::Key key = jobs::read_key(options.file);
  if (options.verb == "new") jobs::write_first_anchor(options.file, key);
  const std::string fingerprint = key.fingerprint();
  if (common.json) {
    fmt::print("{}\n", json_text(nlohmann::json{{"file", options.file}, {"fingerprint", fingerprint}}));
  } else {
    fmt::print("{}: fingerprint {}\n", printable(options.file), fingerprint);
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("VERB", options->verb, "new: make a key file (never over another one); show: print its public fingerprint")
      .required()
      .type_name("");
  app.add_option("FILE", options->file, "the key file, readable by its owner alone").required().type_name("");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command key_command;
const Command key_command = {.name = "key",
                             .summary = "make a key file, or show its public fingerprint",
                             .examples = "  guise key new hospital.key\n  guise key show hospital.key",
                             .declare = declare};

}  // namespace guise::cli
