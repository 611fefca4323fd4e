// SPDX-License-Identifier: Apache-2.0
// What the subcommands share: how to work, and the progress bar.
#include <tbb/global_control.h>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/input_words.h"
#include "cli/progress_bar.h"
#include "cli/spelling.h"
#include "cli/streams.h"
#include "jobs/json_lines.h"

namespace guise::cli {

jobs::Work Common::work() const {
  // The thread limit of TBB holds for the rest of the process: a command line has one.
  if (threads > 0) {
    static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  }
  jobs::Work work;
  work.threads = threads;
  work.chunk = chunk;
  if (!quiet && !json) work.progress = progress_bar();
  // Loud: with --quiet too.
  work.warn = [](const std::string& warning) {
    finish_progress();
    complain(wrap(spelled(warning), 2));
  };
  if (!quiet)
    work.remark = [](const std::string& remark) {
      finish_progress();
      complain(remark.starts_with("warning: ") ? wrap(spelled(remark), 2) : wrap("note: " + spelled(remark), 6));
    };
  work.command = command;
  work.passes = passes;
  work.mask_command = masking_command;
  return work;
}

std::string Common::text_of(const nlohmann::json& document) const {
  return detail == jobs::Detail::full ? json_text(document) : jobs::json_lines(document);
}

}  // namespace guise::cli
