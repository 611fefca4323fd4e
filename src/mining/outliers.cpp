// SPDX-License-Identifier: Apache-2.0
// Records far from all others: those whose k-th neighbour is farthest. Ramaswamy, Rastogi and Shim (SIGMOD 2000), after the
// distance-based outliers of Knorr and Ng (VLDB 1998).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.h"
#include "mining/asked_records.h"
#include "mining/lengths.h"

namespace guise::mining::tasks {
namespace {

constexpr Param params[] = {kNeighbours,
                            kHow,
                            {.name = "share",
                             .help = "of the records that are called outliers, at least one",
                             .fallback = 0.01,
                             .most = 1,
                             .positive = true}};

Findings run(const Data& data, const Params& given, const random::Rng&) {
  const Records records = records_to_search(data, given);
  std::vector<Index> order(static_cast<std::size_t>(records.rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  const NearestRecords found = search(records, order, given);
  Findings out;
  note_search(records, order, given, found, out.notes);
  const Vector score = found.square_distances.rightCols(1);
  const auto count =
      static_cast<std::size_t>(std::max(1.0, std::round(given.number("share") * static_cast<double>(order.size()))));
  // Equally far ones in the order of the table.
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return score(a) > score(b); });
  order.resize(count);
  Estimate outliers{.name = "outliers", .rows = {}, .columns = {"distance"}, .value = Matrix(static_cast<Index>(count), 1)};
  for (std::size_t i = 0; i < count; ++i) {
    outliers.rows.push_back(fmt::format("{}", records.numbers[static_cast<std::size_t>(order[i])]));
    const auto farthest = static_cast<std::size_t>(found.places(order[i], found.places.cols() - 1));
    outliers.value(static_cast<Index>(i), 0) = original_distance(
        data, score(order[i]), records.numbers[static_cast<std::size_t>(order[i])], records.numbers[farthest]);
  }
  out.figures.push_back({"outliers", static_cast<double>(count)});
  out.figures.push_back({"least distance of an outlier", outliers.value(static_cast<Index>(count) - 1, 0)});
  out.estimates.push_back(std::move(outliers));
  note_lengths(data, out.notes);
  return out;
}

std::vector<Agreement> compare(const Mined& truth, const Mined& release) {
  const auto& right = truth.findings.estimates.front().rows;
  const auto& found = release.findings.estimates.front().rows;
  require(right.size() == found.size(), "{} holds other records than the truth; outliers are compared record by record",
          release.data.name);
  const std::set<std::string> said(found.begin(), found.end());
  const auto hits = std::count_if(right.begin(), right.end(), [&](const auto& each) { return said.contains(each); });
  // As many are called outliers in both: precision and recall are the same.
  return {{"outliers found", static_cast<double>(hits) / static_cast<double>(right.size())}};
}

}  // namespace

extern const Task outliers = {.name = "outliers",
                              .summary = "records far from all others, by the distance of their k-th neighbour",
                              .paper = "000 section V; Ramaswamy, Rastogi and Shim (2000)",
                              .needs = Needs::distances,
                              .params = params,
                              .by_record = true,
                              .mine = run,
                              .compare = compare};

}  // namespace guise::mining::tasks
