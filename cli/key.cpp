// SPDX-License-Identifier: Apache-2.0
// guise key — make a key file, show the public fingerprint of one, hand its shared half to a partner.
#include "random/key.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/key_share.h"
#include "jobs/chosen_key.h"
#include "jobs/ledger_file.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

struct Options {
  std::string verb, file;
  Handover handover = {};
};

int run(const Options& options, const Common& common) {
  if (options.verb == "share") return share_key(options.file, options.handover, common);
  if (options.verb == "accept") return accept_key(options.file, options.handover, common);
  require(options.verb == "new" || options.verb == "show", "guise key does 'new', 'show', 'share' or 'accept', not '{}'",
          options.verb);
  require_none(options.handover, options.verb);
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
  app.add_option("VERB", options->verb,
                 "new: make a key file (never over another one); show: print its public fingerprint; "
                 "share: write its shared half, for one partner alone; accept: make a key of what a partner shared")
      .required()
      .type_name("");
  app.add_option("FILE", options->file, "the key file, readable by its owner alone; for accept: what the partner sent")
      .required()
      .type_name("");
  declare_handover(app, options->handover);
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command key_command;
const Command key_command = {.name = "key",
                             .summary = "make a key file, show its public fingerprint, share it with a partner",
                             .examples =
                                 "  guise key new hospital.key\n  guise key show hospital.key\n"
                                 "  guise key share north.key --for south.pub --as north.secret -o sent\n"
                                 "  guise key accept sent --as south.secret --from north.pub -o south.key",
                             .declare = declare};

}  // namespace guise::cli
