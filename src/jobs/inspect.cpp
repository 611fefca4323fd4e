// SPDX-License-Identifier: Apache-2.0
#include "jobs/inspect.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>

#include "attacks/gatherer.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"
#include "jobs/chosen_key.h"
#include "jobs/prior_section.h"
#include "jobs/read_card.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

// Records the tests of the prior see, drawn by a fixed key: they cost the square of it.
constexpr std::int64_t kSample = 2000;

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

void summarise(const table::Table& in, const std::vector<std::string>& columns, const Work& work, Summary& summary) {
  if (columns.empty()) {
    in.scan({.attributes = {}, .kept = {in.schema().columns.front().name}}, work,
            [&](const table::Chunk& chunk) { summary.records += chunk.records(); });
    return;
  }
  const random::Rng rng = random::Rng::from_seed(0);
  attacks::Gatherer gatherer(columns, {attacks::Want::moments, attacks::Want::head}, rng);
  stats::KeyedSample sample(kSample, rng);
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
      fmt::format("Too large or too small for squares in double precision: {}. They have no standard deviation; multiply "
                  "by a power of ten first.",
                  enumerate(bare))};
}

std::vector<InspectedColumn> columns_of(const table::Table& in, const std::vector<std::string>& numeric,
                                        const stats::Moments& moments) {
  std::vector<InspectedColumn> out;
  const Vector variance = moments.count() > 0 ? moments.variance() : Vector();
  Index next = 0;  // numeric columns come in the order of the schema
  for (const table::Column& column : in.schema().columns) {
    InspectedColumn& entry =
        out.emplace_back(InspectedColumn{column.name, std::string(type_name(column.type)), column.sql_type});
    if (next == std::ssize(numeric) || numeric[static_cast<std::size_t>(next)] != column.name) continue;
    const Index j = next++;
    if (moments.count() == 0) continue;
    const double least = moments.least()[j], most = moments.most()[j];
    entry.figures = {moments.mean()[j], least, most, {}};
    if (std::isfinite(variance[j]) && (variance[j] > 0 || least == most)) entry.figures->sd = std::sqrt(variance[j]);
  }
  return out;
}

/// The card beside a release, held against it, and against the key where one is given.
void add_card(const table::Table& in, const InspectRequest& request, const Work& work, InspectResult& result) {
  constexpr std::string_view way_out = "move the card away to inspect the table alone";
  const std::string path = card_path(request.in.path);
  result.card = read_card(path, way_out);
  Card card = *result.card;
  name_by_place(card, request.in.path, in);
  const auto key = request.key.empty() ? std::nullopt : std::optional(read_key(request.key));
  require_no_more_columns(card, path, in, way_out);
  result.standing = check_release(card, path, in, work, key ? &*key : nullptr, way_out);
  require(!key || result.standing != Standing::whole,
          "{} did not make {}, or {} was changed: its tag is of another key; pass the key that made the release", request.key,
          request.in.path, path);
}

json column_json(const InspectedColumn& column) {
  json out{{"name", column.name}, {"type", column.type}, {"sql_type", column.sql_type}};
  if (const auto& figures = column.figures)
    out.update({{"mean", figures->mean},
                {"sd", figures->sd ? json(*figures->sd) : json()},
                {"least", figures->least},
                {"most", figures->most}});
  return out;
}

}  // namespace

Fields fields(InspectRequest& request) {
  return {
      {"input", &request.in.path, "a table, or a release"},
      {"sql", &request.in.sql, "inspect the result of this DuckDB query instead"},
      {"key", &request.key, "the owner's key: shows whether the release and its card are unchanged"},
  };
}

FilesInUse files_of(const InspectRequest& request) {
  FilesInUse files;
  request.in.tell(files);
  files.reads_key(request.key);
  return files;
}

InspectResult run(const InspectRequest& request, const Work& work) {
  const std::string& path = request.in.path;
  require(path.empty() != request.in.sql.empty(), "name a table, or give a query with ‘sql’");
  const bool is_release = !path.empty() && std::filesystem::exists(card_path(path));
  require(request.key.empty() || is_release, "‘key’ checks a release against its card, and {} has no card beside it",
          path.empty() ? "a query" : path);
  const table::Table in = request.in.open();
  const auto numeric = in.schema().numeric();
  Summary summary;
  summarise(in, numeric, work, summary);
  const auto& moments = summary.evidence.moments;
  InspectResult result{.table = in.name(),
                       .records = summary.records,
                       .incomplete = summary.incomplete,
                       .columns = columns_of(in, numeric, moments),
                       .notes = notes_of(summary, numeric)};
  if (is_release) {
    add_card(in, request, work, result);
  } else if (moments.count() == 0 || without_squares(moments, numeric).empty()) {
    // A release is not a sample of its originals, and without squares there is nothing to test.
    result.prior = prior_section(summary.sample, numeric);
  }
  return result;
}

json to_json(const InspectResult& result, Detail) {
  json columns = json::array();
  for (const InspectedColumn& column : result.columns) columns.push_back(column_json(column));
  json out{{"guise_inspect", 1},
           {"table", result.table},
           {"records", result.records},
           {"incomplete_records", result.incomplete},
           {"columns", std::move(columns)},
           {"notes", result.notes}};
  if (!result.card) {
    out["prior"] = result.prior;
    return out;
  }
  out["card"] = guise::to_json(*result.card);
  out["card_standing"] = name_of(*result.standing);
  return out;
}

extern const Job inspect_job;
const Job inspect_job = job_of<InspectRequest>(
    "inspect", "show what a table holds, what to mind before masking it, and which attacks it calls for");

}  // namespace guise::jobs
