// SPDX-License-Identifier: Apache-2.0
// A subcommand: one file, a sentence, its options, a short run.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/progress.h"
#include "cli/options.h"
#include "jobs/job.h"

namespace guise::cli {

/// Options every subcommand has.
struct Common {
  int threads = 0;
  std::int64_t chunk = 16 * table::kBlock;
  bool quiet = false, json = false;
  jobs::Detail detail = jobs::Detail::summary;  ///< of JSON
  std::string command = {};                     ///< as it was typed, quoted for a shell
  std::string save_request = {};                ///< a file that the request is written to; empty: none
  table::Passes* passes = nullptr;              ///< of a job in stages

  /// How to work, with a progress bar on a terminal.
  jobs::Work work() const;
  /// A result as it is printed.
  std::string text_of(const nlohmann::json& document) const;
};

struct RequestFile;  // request_file.h

struct Command {
  std::string_view name, summary;
  std::string_view examples;                                               ///< shown under --help
  std::function<int()> (*declare)(OptionSet& app, const Common& common);   ///< adds its options, returns what runs it
  int (*repeat)(const RequestFile& file, const Common& common) = nullptr;  ///< runs a saved request; null: it is no job
};

std::span<const Command* const> all_commands();  ///< commands.def

/// Texts of the reference pages, made from the declared options.
std::string man_page(const CLI::App& app);
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace guise::cli
