// SPDX-License-Identifier: Apache-2.0
// guise inspect — what a table holds, and what to mind before masking it, which attacks a sample of it calls for.
#include "jobs/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json_text.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/input_words.h"
#include "cli/prior_text.h"
#include "cli/progress_bar.h"
#include "cli/request_file.h"
#include "cli/shell.h"
#include "cli/spelling.h"
#include "table/format.h"

namespace guise::cli {
namespace {

/// What stands behind the card, for people.
std::string standing_text(jobs::Standing standing, const std::string& key) {
  switch (standing) {
    case jobs::Standing::owned:
      return fmt::format("Card and release are whole and the owner's: {} made them.", key);
    case jobs::Standing::whole:
      return "Card and release are whole. Pass --key: only the owner's key shows a forged pair of card and release.";
    case jobs::Standing::unauthenticated:
      break;
  }
  return "The card is unauthenticated: an older guise wrote it, and changes to it go unseen. Mask again for a card with a "
         "seal.";
}

/// The name without the digits at its end: v1, v2, … belong together.
std::string stem_of(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  return last + 1 == name.size() ? name : name.substr(0, last + 1) + '#';
}

/// A number in at most 9 columns.
std::string number(double x) {
  constexpr std::size_t widest = 9;
  for (int digits = 5; digits > 2; --digits)
    if (std::string text = fmt::format("{:.{}g}", x, digits); text.size() <= widest) return text;
  return fmt::format("{:.1e}", x);
}

std::string kind_of(const jobs::InspectedColumn& column) {
  if (column.role == jobs::Role::category) return fmt::format("category {:.0f}", column.distinct);
  if (column.role != jobs::Role::none) return std::string(name_of(column.role));
  return column.type == "other"            ? table::in_lower_case(column.sql_type)
         : column.grain == "whole numbers" ? "integer"
                                           : column.type;
}

/// Columns like v1 … v384, which stand in one line.
struct Run {
  std::size_t first = 0, count = 1;
};

constexpr std::size_t kManyColumns = 40;  // fewer are listed one by one
constexpr std::size_t kLeastRun = 8;

std::vector<Run> runs_of(const std::vector<jobs::InspectedColumn>& columns) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool alike = !runs.empty() && columns.size() > kManyColumns && columns[i].type == columns[i - 1].type &&
                       columns[i].figures.has_value() == columns[i - 1].figures.has_value() &&
                       columns[i].role == columns[i - 1].role && stem_of(columns[i].name) == stem_of(columns[i - 1].name);
    alike ? void(++runs.back().count) : runs.push_back({i, 1});
  }
  std::vector<Run> out;
  for (const Run& run : runs) {
    if (run.count >= kLeastRun) {
      out.push_back(run);
      continue;
    }
    for (std::size_t i = 0; i < run.count; ++i) out.push_back({run.first + i, 1});
  }
  return out;
}

class ColumnTable {
 public:
  explicit ColumnTable(const std::vector<jobs::InspectedColumn>& columns) : columns_(columns) {
    for (const Run& run : runs_of(columns)) name_ = std::max(name_, text_width(printable(name_of_run(run))));
    name_ = std::min(name_, terminal_width() - kBeside);
  }
  void print() const {
    fmt::print("{:<{}}  {:<12}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}\n", "column", name_, "kind", "gaps", "mean", "sd", "least",
               "most");
    const std::vector<Run> runs = runs_of(columns_);
    for (std::size_t i = 0; i < std::min(runs.size(), kMostLines); ++i) line(runs[i]);
    if (runs.size() > kMostLines) fmt::print("… {} columns in all: --json\n", columns_.size());
  }

 private:
  static constexpr std::size_t kKind = 12, kBeside = 2 + kKind + 2 + 6 + 4 * 11, kMostLines = 200;

  std::string name_of_run(const Run& run) const {
    const std::string& first = columns_[run.first].name;
    return run.count == 1 ? first : fmt::format("{}…{}", first, columns_[run.first + run.count - 1].name);
  }

  void line(const Run& run) const {
    const std::string name = shorten(name_of_run(run), name_);
    std::int64_t missing = 0;
    for (std::size_t i = 0; i < run.count; ++i) missing += columns_[run.first + i].missing;
    const std::string kind =
        shorten(kind_of(columns_[run.first]) + (run.count == 1 ? "" : fmt::format(" ×{}", run.count)), kKind);
    fmt::print("{}{}  {}{}  {:>6}", name, std::string(name_ - text_width(name), ' '), kind,
               std::string(kKind - text_width(kind), ' '), missing);
    const auto& first = columns_[run.first].figures;
    if (first && run.count == 1) {
      fmt::print("  {:>9}  {:>9}  {:>9}  {:>9}", number(first->mean), first->sd ? number(*first->sd) : "?",
                 number(first->least), number(first->most));
    } else if (first) {
      double least = first->least, most = first->most;
      for (std::size_t i = 0; i < run.count; ++i) {
        least = std::min(least, columns_[run.first + i].figures->least);
        most = std::max(most, columns_[run.first + i].figures->most);
      }
      fmt::print("  {:>9}  {:>9}  {:>9}  {:>9}", "", "", number(least), number(most));
    }
    fmt::print("\n");
  }

  const std::vector<jobs::InspectedColumn>& columns_;
  std::size_t name_ = 6;
};

/// Numbers that were rounded: noise smaller than the steps is rounded away by an attacker.
void print_grain(const std::vector<jobs::InspectedColumn>& columns) {
  std::map<std::string, std::vector<std::string>> by_grain;
  for (const jobs::InspectedColumn& column : columns)
    if (!column.grain.empty() && column.role == jobs::Role::none) by_grain[column.grain].push_back(column.name);
  for (const auto& [grain, names] : by_grain) {
    constexpr std::size_t most = 6;
    const std::size_t shown = std::min(names.size(), most);
    const std::string some =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    fmt::print("{}", wrap(fmt::format("{}: {}{}", grain, some,
                                      shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : ""),
                          2));
  }
}

/// The audit that a newcomer would run next.
void print_next(const jobs::InspectRequest& request, const jobs::InspectResult& result) {
  if (result.next.columns.empty()) {
    fmt::print("{}", wrap("guise masks numbers, and this table has no column of numbers to mask."));
    return;
  }
  jobs::Input in = request.in;
  if (!result.next.left_out.empty()) in.columns = result.next.columns;
  if (result.next.drop) in.missing = "drop";
  std::vector<std::string> words{"guise", "audit"};
  for (std::string& word : input_words(in)) words.push_back(std::move(word));
  words.insert(words.end(), {"--mask", "\"noise(snr=2)\""});
  if (in.path == "-") words.emplace_back("< TABLE");
  fmt::print("\n{}", command_line("Next: ", words));
}

void print(const jobs::InspectRequest& request, const jobs::InspectResult& result) {
  if (result.card) {
    fmt::print("{}", wrap("a release of guise, masked by " + result.card->mask, 2));
    fmt::print("{}", wrap(standing_text(*result.standing, request.key), 2));
  }
  fmt::print("{}", wrap(fmt::format("{}: {} record{}, {} with missing values", result.table, result.records,
                                    result.records == 1 ? "" : "s", result.incomplete),
                        2));
  ColumnTable(result.columns).print();
  if (!result.card) print_grain(result.columns);
  for (const std::string& note : result.notes) fmt::print("{}", wrap("note: " + spelled(note), 6));
  if (result.card) return;
  print_prior_section(result.prior);
  print_next(request, result);
}

int show(const jobs::InspectRequest& request, const Common& common) {
  const jobs::InspectResult result = jobs::run(request, common.work());
  finish_progress();
  if (common.json)
    fmt::print("{}\n", json_text(jobs::to_json(result, common.detail)));
  else
    print(request, result);
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::InspectRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("FILE", fields, "input").type_name("");
  app.add_field("--table", fields).type_name("NAME");
  app.add_field("--sql", fields).type_name("QUERY");
  app.add_field("--key", fields).type_name("FILE");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command inspect_command;
const Command inspect_command = {
    .name = "inspect",
    .summary = {},  // the job's
    .examples =
        "  guise inspect patients.csv\n  guise inspect masked.csv --key masked.csv.key\n  guise inspect --sql \"SELECT * FROM "
        "'visits/*.parquet' WHERE year = 2020\"",
    .declare = declare,
    .repeat = repeat<jobs::InspectRequest, show>};

}  // namespace guise::cli
