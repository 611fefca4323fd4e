// SPDX-License-Identifier: Apache-2.0
#include "jobs/inspect.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>

#include "attacks/gatherer.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"
#include "jobs/chosen_key.h"
#include "jobs/inspect_advice.h"
#include "jobs/prior_section.h"
#include "jobs/read_card.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"
#include "table/number_text.h"
#include "table/reader.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

// Records the tests of the prior see, drawn by a fixed key: they cost the square of it.
constexpr std::int64_t kSample = 2000;

std::string_view type_name(table::Type type) {
  constexpr std::string_view names[] = {"number", "integer", "text", "other"};
  return names[static_cast<int>(type)];
}

/// Moments of the complete records, the first of them in order, a sample, and what all values look like.
struct Summary {
  attacks::Evidence evidence;
  Matrix sample;
  std::int64_t records = 0, incomplete = 0;
  std::vector<ColumnFacts> facts = {};  // of all columns, in the order of the schema
};

/// The same records with those marked that have gaps.
table::Chunk marked(const table::Chunk& chunk) {
  table::Chunk out{.first_record = chunk.first_record, .values = chunk.values};
  if ((chunk.values.array() == chunk.values.array()).all()) return out;
  out.dropped.assign(static_cast<std::size_t>(chunk.records()), 0);
  for (Index i = 0; i < chunk.records(); ++i)
    out.dropped[static_cast<std::size_t>(i)] = (chunk.values.row(i).array() != chunk.values.row(i).array()).any();
  return out;
}

std::vector<std::string> others_of(const table::Schema& schema, const std::vector<std::string>& numeric) {
  const std::set<std::string_view> known(numeric.begin(), numeric.end());
  std::vector<std::string> out;
  for (const table::Column& column : schema.columns)
    if (!known.contains(column.name)) out.push_back(column.name);
  return out;
}

/// Whole numbers of 2^53 and more, as long identifiers are, are looked at as texts: no floating-point number holds them. Found
/// in the first records.
std::vector<std::string> without_wide(const table::Table& in, std::vector<std::string> numeric) {
  std::vector<std::string> whole;
  for (const table::Column& column : in.schema().columns)
    if (column.type == table::Type::integer && column.sql_type.ends_with("BIGINT")) whole.push_back(column.name);
  if (whole.empty()) return numeric;
  const auto source = in.reader().source({.attributes = {}, .kept = whole}, 16 * table::kBlock, 1);
  const auto parse = source->next();
  if (!parse) return numeric;
  const table::Chunk chunk = parse();
  for (std::size_t j = 0; j < whole.size(); ++j) {
    bool wide = false;
    for (Index i = 0; i < std::ssize(chunk.kept[j].ends); ++i)
      wide = wide || std::abs(table::read_number(text_at(chunk.kept[j], i)).value_or(0)) >= table::kAllWhole;
    if (wide) std::erase(numeric, whole[j]);
  }
  return numeric;
}

/// One pass over all columns: gaps in one column say nothing of the others.
void summarise(const table::Table& in, const std::vector<std::string>& numeric, const Work& work, Summary& summary) {
  const std::vector<std::string> others = others_of(in.schema(), numeric);
  const random::Rng rng = random::Rng::from_seed(0);
  attacks::Gatherer gatherer(numeric, {attacks::Want::moments, attacks::Want::head}, rng);
  stats::KeyedSample sample(kSample, rng);
  FactGatherer facts(numeric.size(), others.size());
  std::mutex mutex;
  // Missing::mean without means leaves gaps where they are.
  in.scan({.attributes = numeric, .kept = others, .missing = table::Missing::mean}, work, [&](const table::Chunk& chunk) {
    const table::Chunk complete = marked(chunk);
    {
      const std::lock_guard lock(mutex);
      summary.records += chunk.records();
      summary.incomplete += std::count(complete.dropped.begin(), complete.dropped.end(), std::uint8_t{1});
      facts.add(chunk);
    }
    if (numeric.empty()) return;
    table::for_blocks(complete, [&](std::int64_t record, const MatrixRef& rows) {
      gatherer.add(record, rows, Matrix(), Matrix());
      sample.add(record, rows);
    });
  });
  facts.finish();
  std::size_t number = 0, other = 0;
  for (const table::Column& column : in.schema().columns) {
    const bool is_number = number < numeric.size() && numeric[number] == column.name;
    summary.facts.push_back(is_number ? facts.numbers()[number++] : facts.texts()[other++]);
  }
  if (numeric.empty()) return;
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
  return {fmt::format(
      "Too large or too small for squares in double precision: {}. Such a column has no standard deviation; multiply "
      "it by a power of ten first.",
      enumerate(bare))};
}

std::vector<InspectedColumn> columns_of(const table::Table& in, const std::vector<std::string>& numeric,
                                        const Summary& summary) {
  const stats::Moments& moments = summary.evidence.moments;
  std::vector<InspectedColumn> out;
  const Vector variance = moments.count() > 0 ? moments.variance() : Vector();
  Index next = 0;  // numeric columns come in the order of the schema
  for (const table::Column& column : in.schema().columns) {
    InspectedColumn& entry =
        out.emplace_back(InspectedColumn{column.name, std::string(type_name(column.type)), column.sql_type});
    const ColumnFacts& facts = summary.facts[out.size() - 1];
    entry.missing = facts.missing;
    entry.distinct = facts.distinct.count();
    entry.role = role_of(column, facts, 0);
    if (next == std::ssize(numeric) || numeric[static_cast<std::size_t>(next)] != column.name) continue;
    const Index j = next++;
    entry.grain = granularity(facts);
    if (moments.count() == 0) continue;
    entry.role = role_of(column, facts, moments.mean()[j]);
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
  json out{{"name", column.name},
           {"type", column.type},
           {"sql_type", column.sql_type},
           {"missing", column.missing},
           {"distinct", std::round(column.distinct)}};
  if (column.role != Role::none) out["role"] = name_of(column.role);
  if (!column.grain.empty()) out["grain"] = column.grain;
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
      {"table", &request.in.part, "sheet of a workbook, table of a database, or array of an .npz file (also FILE:NAME)"},
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
  const bool is_release = !path.empty() && std::filesystem::exists(card_path(path));
  require(request.key.empty() || is_release, "‘key’ checks a release against its card, and {} has no card beside it",
          path.empty() ? "a query" : path);
  const table::Table in = request.in.open(work.remark);
  const auto numeric = without_wide(in, in.schema().numeric());
  Summary summary;
  summarise(in, numeric, work, summary);
  const auto& moments = summary.evidence.moments;
  InspectResult result{.table = in.name(),
                       .records = summary.records,
                       .incomplete = summary.incomplete,
                       .columns = columns_of(in, numeric, summary),
                       .notes = notes_of(summary, numeric)};
  if (is_release) {
    add_card(in, request, work, result);
    return result;
  }
  advise_next(moments, numeric, result);
  if (moments.count() == 0 || without_squares(moments, numeric).empty()) {
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
    out["next"] = {{"columns", result.next.columns}, {"left_out", result.next.left_out}, {"drop", result.next.drop}};
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
