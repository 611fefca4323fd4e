// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_sample.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.h"

namespace guise::audit {
namespace {

// Records in memory: shares over them are known to a hundredth, and mining them takes a second, however long the table.
constexpr std::int64_t kRecords = 5000;
// A number with more different values than this is one to predict, not a class.
constexpr std::size_t kMostClasses = 20;

/// Rows by a priority of their own: tasks that take the first records then take any.
void put_in_any_order(mining::Records& records, const random::Rng& rng) {
  std::vector<std::uint64_t> priority(records.numbers.size());
  rng.words(0, 0, priority);
  std::vector<Index> order(priority.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return priority[static_cast<std::size_t>(a)] < priority[static_cast<std::size_t>(b)]; });
  const mining::Records old = records;
  records.rows = old.rows(order, Eigen::all);
  if (old.target.size() > 0) records.target = old.target(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = static_cast<std::size_t>(order[i]);
    records.numbers[i] = old.numbers[from];
    if (!old.classes.empty()) records.classes[i] = old.classes[from];
  }
}

/// A number with few values is a class.
void settle_label(UtilitySample& sample) {
  const Vector& target = sample.records.target;
  const std::set<double> values(target.begin(), target.end());
  require(values.size() > 1, "the label '{}' is the same for all records; there is nothing to predict", sample.label->column);
  if (values.size() > kMostClasses) return;
  for (const double value : values) sample.label->classes.push_back(fmt::format("{}", value));
  for (const double value : target)
    sample.records.classes.push_back(static_cast<int>(std::distance(values.begin(), values.find(value))));
  sample.records.target.resize(0);
}

mining::Data given_release(const UtilitySample& sample, const Request& request, const Variants& variants, std::size_t variant) {
  mining::Records records = sample.records;
  Matrix read(records.rows.rows(), records.rows.cols() + sample.given.cols());
  read << records.rows, sample.given;
  records.rows = variants.released(variant, read, records.numbers);
  const release::Facts& facts = variants.all()[variant].card.knowledge;
  mining::Data data = mining::in_memory(std::move(records), facts.mixed ? request.given->names : sample.columns, sample.label);
  data.name = request.given->file;
  data.facts = facts;
  if (request.given->card)
    data.geometry = release::geometry_of(*request.given->card, release::facts_from(*request.given->card));
  return data;
}

mining::Data made_release(const UtilitySample& sample, const table::Table& originals, const Request& request,
                          const Variants& variants, std::size_t variant) {
  const masks::Prepared& prepared = *variants.all()[variant].first;
  const Card card = prepared.card();
  release::CardFacts read = release::facts_from(card);
  mining::Records records = sample.records;
  if (prepared.folds()) {
    table::Work work = request.work;
    work.stage = "adding up records";
    records = {masks::released(prepared, originals, request.selection, work)};
    if (read.to_original) read.to_original(records.rows);
  } else {
    records.rows = variants.released(variant, sample.records.rows, sample.records.numbers);
  }
  mining::Data data = mining::in_memory(std::move(records), read.facts.mixed ? card.columns : card.attributes,
                                        prepared.folds() ? std::optional<mining::Label>() : sample.label);
  data.name = "the release";
  data.geometry = release::geometry_of(card, read);
  data.facts = std::move(read.facts);
  return data;
}

}  // namespace

UtilitySample draw_sample(const table::Table& originals, const Request& request, const random::Rng& rng) {
  mining::Data data;
  data.table = std::shared_ptr<const table::Table>(std::shared_ptr<void>(), &originals);  // not owned
  data.name = originals.name();
  data.selection = request.reads();
  data.columns = data.selection.attributes;
  data.work = request.work;
  data.work.stage = "drawing records to mine";
  if (!request.label.empty()) {
    const std::vector<std::string> numeric = originals.schema().numeric();
    const bool number = std::find(numeric.begin(), numeric.end(), request.label) != numeric.end();
    data.label = mining::read_label(data, request.label, number);
    data.selection.kept = {request.label};
  }
  UtilitySample sample{.records = mining::sample(data, kRecords, rng.fork("sample")), .columns = request.selection.attributes};
  sample.label = data.label;
  if (sample.has_number()) settle_label(sample);
  put_in_any_order(sample.records, rng.fork("order"));
  const auto attributes = static_cast<Index>(sample.columns.size());
  sample.given = sample.records.rows.rightCols(sample.records.rows.cols() - attributes);
  sample.records.rows.conservativeResize(Eigen::NoChange, attributes);
  return sample;
}

mining::Data release_of(const UtilitySample& sample, const table::Table& originals, const Request& request,
                        const Variants& variants, std::size_t variant) {
  return request.given ? given_release(sample, request, variants, variant)
                       : made_release(sample, originals, request, variants, variant);
}

std::string why_lost(const mining::Data& release, Lives on) {
  const bool own = on == Lives::columns || on == Lives::units;
  if (own && release.facts.mixed) return "the release has mixed columns";
  if (!release.geometry.of_records) return "the rows are sums over records";
  if (on == Lives::distances) return release.geometry.no_distances;
  if (on == Lives::units && release.facts.shape && (release.facts.shape->rescaled || release.facts.shape->shifted))
    return "the units of the columns are not public";
  return "";
}

}  // namespace guise::audit
