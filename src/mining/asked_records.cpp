// SPDX-License-Identifier: Apache-2.0
#include "mining/asked_records.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "stats/keyed_sample.h"

namespace guise::mining {

Records records_to_search(const Data& data, const Params& given) {
  Records records = read(data);
  require(records.rows.rows() > given.integer("k"),
          "k is {}, and {} has {} record(s): every one has fewer neighbours than that", given.integer("k"), data.name,
          records.rows.rows());
  require(std::isfinite(records.rows.squaredNorm()), "values of {} are too large for squared distances between records",
          data.name);
  return records;
}

std::vector<Index> drawn_by_key(const Records& records, std::int64_t most, const random::Rng& rng) {
  stats::KeyedSample sample(most, rng);
  sample.add(records.numbers.front(), records.rows.leftCols(1), records.numbers);  // their places are wanted, not their values
  std::vector<Index> places;
  auto next = records.numbers.begin();
  for (const std::int64_t number : sample.records()) {
    next = std::lower_bound(next, records.numbers.end(), number);
    places.push_back(next - records.numbers.begin());
  }
  return places;
}

NearestRecords search(const Records& records, const std::vector<Index>& asked, const Params& given) {
  return nearest_records(records.rows, asked, given.integer("k"),
                         given.choice("how") == "exact" ? Search::exact : Search::cells);
}

void note_search(const Records& records, const std::vector<Index>& asked, const Params& given, const NearestRecords& found,
                 std::vector<std::string>& notes) {
  if (given.choice("how") == "exact") return;
  constexpr std::size_t kChecked = 200;  // records: the share is known to a hundredth or better
  const std::size_t stride = std::max<std::size_t>(1, asked.size() / kChecked);
  std::vector<Index> some;
  for (std::size_t i = 0; i < asked.size(); i += stride) some.push_back(asked[i]);
  const NearestRecords exact = nearest_records(records.rows, some, found.places.cols(), Search::exact);
  double hits = 0;
  for (Index i = 0; i < exact.places.rows(); ++i) {
    const double last = exact.square_distances(i, exact.places.cols() - 1);
    hits += static_cast<double>((found.square_distances.row(i * static_cast<Index>(stride)).array() <= last).count());
  }
  notes.push_back(fmt::format("the search is approximate: it found {:.1f} % of the nearest records of {} that were checked",
                              100 * hits / static_cast<double>(exact.places.size()), some.size()));
}

}  // namespace guise::mining
