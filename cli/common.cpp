// SPDX-License-Identifier: Apache-2.0
// What the subcommands share: the input with its selection, and the progress bar.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/progress_bar.h"
#include "cli/shell.h"
#include "cli/streams.h"
#include "stats/column_means.h"

namespace guise::cli {

table::Work Common::work() const {
  // The thread limit of TBB holds for the rest of the process: a command line has one.
  if (threads > 0) {
    static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  }
  table::Work work;
  work.threads = threads;
  work.chunk = chunk;
  if (!quiet && !json) work.progress = progress_bar();
  return work;
}

void InputOptions::declare(OptionSet& app, bool with_keep) {
  app.add_option("IN", path, "table: .csv .tsv .parquet .json .npy .fvecs, FILE.duckdb[:TABLE], or - for CSV on standard input")
      .type_name("");
  app.add_option("--sql", sql, "read the result of this DuckDB query instead of a file").type_name("QUERY");
  app.add_option("--columns", columns, "numeric columns to mask (default: all)").delimiter(',').type_name("A,B");
  if (with_keep)
    app.add_option("--keep", keep, "columns carried through unmasked, e.g. ids and labels").delimiter(',').type_name("C,D");
  app.add_option("--missing", missing, "records with missing values: error, drop or mean (fill in the column's mean)")
      .among({"error", "drop", "mean"})
      .type_name("POLICY");
  app.add_option("--first-record", first_record, "number of the first record, for a later batch of the same table")
      .not_negative()
      .type_name("N");
}

table::Table InputOptions::open() const {
  require(path.empty() != sql.empty(), "{}",
          path.empty() ? "no input: name a table, or give a query with --sql" : "give a table or --sql, not both");
  if (sql.empty()) return table::Table::open(path);
  try {
    return table::Table::query(sql, plan_folder);
  } catch (const Error& error) {
    if (plan_folder.empty() || std::string_view(error.what()).find("disabled by configuration") == std::string_view::npos)
      throw;
    refuse("{}: its query reads a file outside of its folder {}; move the file there, or pass --trust-plan ({})", plan,
           plan_folder, error.what());
  }
}

void InputOptions::take_query_of(const std::string& plan_file, bool trusted) {
  plan = plan_file;
  if (!trusted) plan_folder = std::filesystem::absolute(plan_file).parent_path().string();
  complain(wrap(fmt::format("{} reads its table by a query{}: {}", plan, trusted ? ", from any file" : "", sql), 2));
}

void InputOptions::tell(FilesInUse& files) const {
  files.reads(path);
  files.reads_query(sql);
}

InputOptions InputOptions::keeping(const std::string& column) const {
  InputOptions out = *this;
  if (!column.empty() && std::find(keep.begin(), keep.end(), column) == keep.end()) out.keep.push_back(column);
  return out;
}

std::vector<std::string> InputOptions::words() const {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (value.empty()) return;
    words.push_back(option);
    words.push_back(shell_word(value));
  };
  if (!path.empty()) words.push_back(shell_word(path));
  add("--sql", sql);
  add("--columns", fmt::format("{}", fmt::join(columns, ",")));
  add("--keep", fmt::format("{}", fmt::join(keep, ",")));
  if (missing != "error") add("--missing", missing);
  if (first_record != 0) add("--first-record", fmt::format("{}", first_record));
  return words;
}

table::Selection InputOptions::select(const table::Table& in, const Common& common) const {
  const auto known = in.schema().names();
  for (const std::string& name : keep)
    require(std::find(known.begin(), known.end(), name) != known.end(), "{} has no column '{}' to keep{}", in.name(), name,
            did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end())));
  table::Selection selection;
  selection.attributes = table::choose_attributes(in.schema(), columns, keep, in.name());
  selection.kept = keep;
  selection.first_record = first_record;
  selection.missing = missing == "drop"   ? table::Missing::drop
                      : missing == "mean" ? table::Missing::mean
                                          : table::Missing::error;
  if (selection.missing == table::Missing::mean) {
    table::Work work = common.work();
    work.stage = "learning means";
    selection.means = stats::column_means(in, selection, work);
  }
  return selection;
}

}  // namespace guise::cli
