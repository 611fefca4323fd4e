// SPDX-License-Identifier: Apache-2.0
// The nearest records of each record. Paper 000 section V: a release that keeps distances keeps neighbours.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "mining/asked_records.h"
#include "mining/compare.h"
#include "mining/lengths.h"

namespace guise::mining::tasks {
namespace {

constexpr Param params[] = {
    kNeighbours,
    kHow,
    {.name = "count",
     .help = "ask for the first N records only; without it for all, or 10000 drawn by key where there are more",
     .kind = Param::Kind::integer,
     .least = 1}};

// Records asked for by default: a mean over them is known to a hundredth.
constexpr std::int64_t kMostAsked = 10'000;

std::vector<Index> asked(const Records& records, const Params& given, const random::Rng& rng) {
  const Index all = records.rows.rows();
  if (!given.has("count")) return drawn_by_key(records, kMostAsked, rng);
  std::vector<Index> first(static_cast<std::size_t>(std::min<std::int64_t>(all, given.integer("count"))));
  std::iota(first.begin(), first.end(), Index{0});
  return first;
}

Findings run(const Data& data, const Params& given, const random::Rng& rng) {
  const Records records = records_to_search(data, given);
  const std::vector<Index> places = asked(records, given, rng.fork("asked"));
  const NearestRecords found = search(records, places, given);
  Findings out;
  Estimate neighbours{.name = "neighbours", .rows = {}, .columns = {}, .value = found.places.cast<double>()};
  for (double& each : neighbours.value.reshaped()) each = static_cast<double>(records.numbers[static_cast<std::size_t>(each)]);
  for (const Index place : places)
    neighbours.rows.push_back(fmt::format("{}", records.numbers[static_cast<std::size_t>(place)]));
  for (Index j = 0; j < found.places.cols(); ++j) neighbours.columns.push_back(fmt::format("n{}", j + 1));
  Estimate distances{
      .name = "distances", .rows = neighbours.rows, .columns = neighbours.columns, .value = found.square_distances};
  for (Index j = 0; j < found.places.cols(); ++j)
    for (Index i = 0; i < found.places.rows(); ++i)
      distances.value(i, j) = original_distance(data, distances.value(i, j),
                                                records.numbers[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])],
                                                records.numbers[static_cast<std::size_t>(found.places(i, j))]);
  out.figures.push_back({"records asked for", static_cast<double>(places.size())});
  out.figures.push_back({"mean distance of the nearest", distances.value.col(0).mean()});
  out.estimates = {std::move(neighbours), std::move(distances)};
  note_lengths(data, out.notes);
  note_search(records, places, given, found, out.notes);
  return out;
}

// Distances that differ by less are equal: a rotation moves them by rounding.
constexpr double kEqual = 1 + 1e-9;

// Numbers of neighbours whose recall is shown besides that of all: what people who search vectors ask for.
constexpr Index kRecalls[] = {1, 5, 10, 20, 50, 100, 1000};

/// Share of a record's neighbours in the release that the truth has as near as its last one, which counts equally near ones.
double recall_of(const Records& truth, Index self, double last, const Eigen::Ref<const Vector>& found) {
  double hits = 0;
  for (const double number : found) {
    const auto place = std::lower_bound(truth.numbers.begin(), truth.numbers.end(), static_cast<std::int64_t>(number));
    require(place != truth.numbers.end() && *place == static_cast<std::int64_t>(number),
            "record {} of the release is not in the truth; they are compared record by record", number);
    hits += (truth.rows.row(place - truth.numbers.begin()) - truth.rows.row(self)).norm() <= last * kEqual;
  }
  return hits / static_cast<double>(found.size());
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  const Estimate &right = truth.findings.estimates[1], &found = release.findings.estimates.front();
  require(right.rows == found.rows, "{} and the truth hold other records; neighbours are compared record by record",
          release.data.name);
  const Records records = read(truth.data);
  std::vector<Index> counts;
  for (const Index count : kRecalls)
    if (count < found.value.cols()) counts.push_back(count);
  counts.push_back(found.value.cols());
  Matrix recalls(found.value.rows(), std::ssize(counts));
  for (Index i = 0; i < recalls.rows(); ++i) {
    const auto number = static_cast<std::int64_t>(std::stoll(found.rows[static_cast<std::size_t>(i)]));
    const Index self = std::lower_bound(records.numbers.begin(), records.numbers.end(), number) - records.numbers.begin();
    for (std::size_t c = 0; c < counts.size(); ++c)
      recalls(i, static_cast<Index>(c)) =
          recall_of(records, self, right.value(i, counts[c] - 1), found.value.row(i).head(counts[c]).transpose());
  }
  std::vector<Agreement> out;
  for (std::size_t c = 0; c + 1 < counts.size(); ++c)
    out.push_back({fmt::format("recall@{}", counts[c]), recalls.col(static_cast<Index>(c)).mean()});
  const Vector recall = recalls.rightCols(1);
  const auto asked_for = static_cast<double>(recall.size());
  const double mean = recall.mean(), spread = (recall.array() - mean).square().sum() / std::max(1.0, asked_for - 1);
  out.push_back({fmt::format("recall of the {} nearest", found.value.cols()), mean});
  out.push_back({"its standard error over records", std::sqrt(spread / asked_for)});
  return out;
}

}  // namespace

extern const Task neighbours = {.name = "neighbours",
                                .summary = "the nearest records of each record",
                                .paper = "000 section V",
                                .needs = Needs::distances,
                                .params = params,
                                .by_record = true,
                                .mine = run,
                                .compare = compare};

}  // namespace guise::mining::tasks
