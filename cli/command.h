// SPDX-License-Identifier: Apache-2.0
// A subcommand: one file, a sentence, its options, a short run.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/progress.h"
#include "cli/files_in_use.h"
#include "cli/options.h"
#include "table/table.h"

namespace guise::cli {

/// Options every subcommand has.
struct Common {
  int threads = 0;
  std::int64_t chunk = 16 * table::kBlock;
  bool quiet = false, json = false;
  std::string command = {};  ///< as it was typed, quoted for a shell

  /// How to work, with a progress bar on a terminal.
  table::Work work() const;
};

struct Command {
  std::string_view name, summary;
  std::string_view examples;                                              ///< shown under --help
  std::function<int()> (*declare)(OptionSet& app, const Common& common);  ///< adds its options, returns what runs it
};

std::span<const Command* const> all_commands();  ///< commands.def

/// IN with its selection, as `mask`, `audit` and `inspect` take it.
struct InputOptions {
  std::string path, sql, missing = "error";
  std::vector<std::string> columns, keep;
  std::int64_t first_record = 0;
  std::string plan = {},
              plan_folder = {};  ///< where `sql` comes from, and all that it may read; empty: not from a plan, anything
  void declare(OptionSet& app, bool with_keep);
  table::Table open() const;
  /// The query is one of a plan, which somebody else may have written: it is shown, and reads the plan's folder only, unless
  /// the plan is trusted.
  void take_query_of(const std::string& plan_file, bool trusted);
  void tell(FilesInUse& files) const;  ///< what is read
  /// The same with one more column to keep, unless it is empty or kept already.
  InputOptions keeping(const std::string& column) const;
  /// IN and what is selected of it, as words of a command to be pasted.
  std::vector<std::string> words() const;
  /// Attributes chosen and checked; the means for `--missing mean` are learnt here.
  table::Selection select(const table::Table& in, const Common& common) const;
};

/// Texts of the reference pages, made from the declared options.
std::string man_page(const CLI::App& app);
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace guise::cli
