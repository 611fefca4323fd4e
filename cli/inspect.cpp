// SPDX-License-Identifier: Apache-2.0
// guise inspect — what a table holds, and what to mind before masking it, which attacks a sample of it calls for.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "attacks/gatherer.h"
#include "audit/warnings.h"
#include "base/card.h"
#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "cli/card_check.h"
#include "cli/chosen_key.h"
#include "cli/command.h"
#include "cli/json_output.h"
#include "cli/prior_section.h"
#include "cli/progress_bar.h"
#include "cli/read_card.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"

namespace guise::cli {
namespace {

using nlohmann::json;

// Records the tests of the prior see, drawn by a fixed key: they cost the square of it.
constexpr std::int64_t kSample = 2000;

struct Options {
  std::string path, sql, key;
};

std::string_view type_name(table::Type type) {
  constexpr std::string_view names[] = {"number", "integer", "text", "other"};
  return names[static_cast<int>(type)];
}

/// Moments of the complete records, the first of them in order, a sample, and how many records have gaps.
struct Summary {
  attacks::Evidence evidence;
  Matrix sample;
  std::atomic<std::int64_t> records = 0, incomplete = 0;
};

void summarise(const table::Table& in, const std::vector<std::string>& columns, const Common& common, Summary& summary) {
  if (columns.empty()) {
    in.scan({.attributes = {}, .kept = {in.schema().columns.front().name}}, common.work(),
            [&](const table::Chunk& chunk) { summary.records += chunk.records(); });
    return;
  }
  attacks::Gatherer gatherer(columns, {attacks::Want::moments, attacks::Want::head}, random::Rng::from_system());
  stats::KeyedSample sample(kSample, random::Rng::from_seed(0));
  table::Work work = common.work();
  in.scan({.attributes = columns, .kept = {}, .missing = table::Missing::drop}, work, [&](const table::Chunk& chunk) {
    summary.records += chunk.records();
    summary.incomplete += std::count(chunk.dropped.begin(), chunk.dropped.end(), std::uint8_t{1});
    table::for_blocks(chunk, [&](std::int64_t record, const MatrixRef& rows) {
      gatherer.add(record, rows, Matrix(), Matrix());
      sample.add(record, rows);
    });
  });
  summary.evidence = gatherer.finish();
  summary.sample = sample.rows();
}

/// Columns whose squares leave the range of doubles, so that their variance is none.
std::vector<std::string> without_squares(const stats::Moments& moments, const std::vector<std::string>& columns) {
  std::vector<std::string> out;
  if (moments.count() == 0) return out;
  const Vector variance = moments.variance();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto column = static_cast<Index>(j);
    const double least = moments.least()[column], most = moments.most()[column];
    if (!std::isfinite(variance[column]) || (variance[column] == 0 && least < most)) out.push_back(columns[j]);
  }
  return out;
}

/// What to mind, and whether the numbers can be worked with at all.
std::vector<std::string> notes_of(const Summary& summary, const std::vector<std::string>& columns) {
  const auto& moments = summary.evidence.moments;
  if (moments.count() < 2) return {};
  const auto bare = without_squares(moments, columns);
  if (bare.empty()) return audit::warnings(moments, summary.evidence.head, columns);
  return {
      fmt::format("Too large or too small for squares in double precision: {}. No standard deviation can be told; multiply "
                  "by a power of ten first.",
                  enumerate(bare))};
}

json document_of(const table::Table& in, const std::vector<std::string>& numeric, const Summary& summary,
                 const std::vector<std::string>& notes) {
  json columns = json::array();
  const auto& moments = summary.evidence.moments;
  const Vector variance = moments.count() > 0 ? moments.variance() : Vector();
  Index j = 0;  // numeric columns come in the order of the schema
  for (const table::Column& column : in.schema().columns) {
    json entry{{"name", column.name}, {"type", type_name(column.type)}, {"sql_type", column.sql_type}};
    const bool is_numeric = j < std::ssize(numeric) && numeric[static_cast<std::size_t>(j)] == column.name;
    if (is_numeric && moments.count() > 0) {
      const bool told = std::isfinite(variance[j]) && (variance[j] > 0 || moments.least()[j] == moments.most()[j]);
      entry.update({{"mean", moments.mean()[j]},
                    {"sd", told ? json(std::sqrt(variance[j])) : json()},
                    {"least", moments.least()[j]},
                    {"most", moments.most()[j]}});
    }
    j += is_numeric;
    columns.push_back(std::move(entry));
  }
  return {{"table", in.name()},
          {"records", summary.records.load()},
          {"incomplete_records", summary.incomplete.load()},
          {"columns", columns},
          {"notes", notes}};
}

void print(const json& document) {
  fmt::print("{}\n",
             wrap(fmt::format("{}: {} records, {} with missing values", document["table"].get<std::string>(),
                              document["records"].get<std::int64_t>(), document["incomplete_records"].get<std::int64_t>())));
  fmt::print("{:<22}  {:<7}  {:>11}  {:>10}  {:>10}  {:>10}\n", "column", "type", "mean", "sd", "least", "most");
  for (const json& column : document["columns"]) {
    fmt::print("{:<22}  {:<7}", shorten(column["name"].get<std::string>(), 22), column["type"].get<std::string>());
    if (column.contains("mean"))
      fmt::print("  {:>11.5g}  {:>10}  {:>10.4g}  {:>10.4g}", column["mean"].get<double>(),
                 column["sd"].is_null() ? "?" : fmt::format("{:.5g}", column["sd"].get<double>()),
                 column["least"].get<double>(), column["most"].get<double>());
    fmt::print("\n");
  }
  for (const json& note : document["notes"]) fmt::print("{}", wrap("note: " + note.get<std::string>(), 6));
  if (document.contains("prior")) print_prior_section(document["prior"]);
}

/// What stands behind the card, for people.
std::string standing_text(Standing standing, const std::string& key) {
  switch (standing) {
    case Standing::owned:
      return fmt::format("Card and release are whole and the owner's: {} made them.", key);
    case Standing::whole:
      return "Card and release are whole. Only the owner's key shows whether somebody changed both with care: pass --key.";
    case Standing::unauthenticated:
      break;
  }
  return "The card is unauthenticated: an older guise wrote it, and changes to it go unseen. Mask again for a card with a "
         "seal.";
}

/// The card beside a release, held against it, and against the key where one is given.
void add_card(const table::Table& in, const Options& options, const Common& common, json& document) {
  constexpr std::string_view way_out = "move the card away to inspect the table alone";
  const std::string path = card_path(options.path);
  Card card = read_card(path, way_out);
  document["card"] = to_json(card);
  name_by_place(card, options.path, in);
  const auto key = options.key.empty() ? std::nullopt : std::optional(read_key(options.key));
  require_no_more_columns(card, path, in, way_out);
  const Standing standing = check_release(card, path, in, common.work(), key ? &*key : nullptr, way_out);
  finish_progress();
  require(!key || standing != Standing::whole,
          "{} did not make {}, or {} was changed: its tag is of another key; pass the key that made the release", options.key,
          options.path, path);
  document["card_standing"] = name_of(standing);
  if (common.json) return;
  fmt::print("{}", wrap("a release of guise, masked by " + card.mask, 2));
  fmt::print("{}", wrap(standing_text(standing, options.key), 2));
}

int run(const Options& options, const Common& common) {
  require(options.path.empty() != options.sql.empty(), "name a table, or give a query with --sql");
  const bool is_release = !options.path.empty() && std::filesystem::exists(card_path(options.path));
  require(options.key.empty() || is_release, "--key checks a release against its card, and {} has no card beside it",
          options.path.empty() ? "a query" : options.path);
  const table::Table in = options.sql.empty() ? table::Table::open(options.path) : table::Table::query(options.sql);
  const auto numeric = in.schema().numeric();
  Summary summary;
  summarise(in, numeric, common, summary);
  finish_progress();
  json document = document_of(in, numeric, summary, notes_of(summary, numeric));
  if (is_release) {
    add_card(in, options, common, document);
  } else {
    // A release is not a sample of its originals, and without squares there is nothing to test.
    const auto& moments = summary.evidence.moments;
    const bool squares = moments.count() == 0 || without_squares(moments, numeric).empty();
    document["prior"] = squares ? prior_section(summary.sample, numeric) : json();
  }
  if (common.json) {
    fmt::print("{}\n", json_text(document));
  } else {
    print(document);
  }
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->path, "a table, or a release").type_name("");
  app.add_option("--sql", options->sql, "inspect the result of this DuckDB query instead").type_name("QUERY");
  app.add_option("--key", options->key, "the owner's key: shows whether the release and its card are unchanged")
      .type_name("FILE");
  return [options, &common] { return run(*options, common); };
}

}  // namespace

extern const Command inspect_command;
const Command inspect_command = {
    .name = "inspect",
    .summary = "show what a table holds, what to mind before masking it, and which attacks it calls for",
    .examples =
        "  guise inspect patients.csv\n  guise inspect masked.csv --key masked.csv.key\n  guise inspect --sql \"SELECT * FROM "
        "'visits/*.parquet' WHERE year = 2020\"",
    .declare = declare};

}  // namespace guise::cli
