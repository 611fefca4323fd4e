// SPDX-License-Identifier: Apache-2.0
#include "audit/draws.h"

#include <algorithm>
#include <atomic>

#include "audit/curves.h"
#include "audit/side_columns.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"
#include "table/passes.h"

namespace guise::audit {
namespace {

using attacks::Fact;

/// How many of the population and of the release the attackers ask for together.
struct Sizes {
  std::int64_t population = 0, known = 0, sought = 0;
};

Sizes sizes_of(const std::vector<Attacker>& attackers, Index attributes, const Request& request, std::int64_t others) {
  Sizes sizes{.population = others};
  for (const Attacker& attacker : attackers) {
    Attacker counted = attacker;
    if (counted.count == 0) counted.count = default_count(*attacker.kind, attributes);
    sizes.population = std::max(sizes.population, counted.others());
    if (attacker.kind->knows_released())
      sizes.known = std::max({sizes.known, counted.count, request.details ? curve_end(*attacker.kind, attributes) : 0});
    if (attacker.kind->knows_released() && attacker.kind->has(Fact::records))
      sizes.sought = std::max(sizes.sought, (attackers_per_key(counted.count, request.keys) - 1) * counted.count);
  }
  return sizes;
}

// None of the known records is scored: but for those of one key, one in so many records at most.
constexpr std::int64_t kMostUnscored = 8;

/// With so many draws of known records figures tell how lucky one is, however few keys there are at first.
constexpr int kSetsOfKnown = 5;

std::int64_t sets_of_known(const Request& request) {
  return std::min(std::max(request.keys, kSetsOfKnown), std::max(request.keys, request.most_keys));
}

/// Records that are known beside some key.
std::int64_t known_of_all(std::int64_t of_one, const Request& request, std::int64_t records) {
  return std::min(of_one * sets_of_known(request), std::max(of_one, records / kMostUnscored));
}

std::vector<std::int64_t> sorted(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

std::int64_t attackers_per_key(std::int64_t count, int keys) {
  const std::int64_t together = std::max<std::int64_t>(1, count * keys);
  return (kPeople + together - 1) / together;
}

std::vector<Index> Draws::known_with(int key, std::int64_t count) const {
  std::vector<Index> places;
  for (std::int64_t i = 0; i < count; ++i) places.push_back((key * known_of_one + i) % known.rows());
  return places;
}

void Draws::hold_out(table::Chunk& chunk) const {
  const std::int64_t first = chunk.first_record, end = first + chunk.records();
  for (auto at = std::lower_bound(held_out.begin(), held_out.end(), first); at != held_out.end() && *at < end; ++at) {
    if (chunk.dropped.empty()) chunk.dropped.assign(static_cast<std::size_t>(chunk.records()), 0);
    chunk.dropped[static_cast<std::size_t>(*at - first)] = 1;
  }
}

Draws draw(const table::Table& originals, const Request& request, const std::vector<Attacker>& attackers, std::int64_t others) {
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const Sizes sizes = sizes_of(attackers, attributes, request, others);
  if (sizes.population + sizes.known == 0) return {.attackers = attackers};
  stats::KeyedSample sample(sizes.population + sizes.known * sets_of_known(request) + sizes.sought,
                            request.rng.fork("drawn records"));
  std::atomic<std::int64_t> records = 0;
  table::Work work = request.work;
  work.stage = "drawing known records";
  const auto look = [&](const table::Chunk& read) {
    table::Chunk chunk = read;
    take_side(chunk, request);
    table::for_numbered_blocks(chunk,
                               [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
                                 sample.add(record, rows, numbers);
                                 records += rows.rows();
                               });
  };
  table::run_pass(originals, "draw", request.selection.first_record, {table::sum_of(sample), table::sum_of(records)},
                  [&](const table::Table& part) { part.scan(request.reads_with_side(), work, look); });

  Draws draws{.attackers = settle(attackers, records, attributes)};
  const Sizes settled = sizes_of(draws.attackers, attributes, request, others);
  const Matrix rows = sample.rows();
  const std::vector<std::int64_t> numbers = sample.records(), order = sample.by_priority();
  const auto take = [&](std::size_t from, std::size_t count, Matrix& values) {
    std::vector<std::int64_t> taken;
    values.resize(static_cast<Index>(count), rows.cols());
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t record = order[from + i];
      values.row(static_cast<Index>(i)) = rows.row(std::lower_bound(numbers.begin(), numbers.end(), record) - numbers.begin());
      taken.push_back(record);
    }
    return taken;
  };
  const std::size_t held_out = std::min(static_cast<std::size_t>(std::min(settled.population, records / 4)), order.size());
  draws.known_of_one = static_cast<Index>(std::min(settled.known, records / 4));
  const std::size_t own =
      std::min(static_cast<std::size_t>(known_of_all(draws.known_of_one, request, records)), order.size() - held_out);
  draws.held_out = sorted(take(0, held_out, draws.population));
  draws.population.conservativeResize(Eigen::NoChange, attributes);
  draws.known_records = take(held_out, own, draws.known_read);
  draws.known = draws.known_read.leftCols(attributes);
  draws.unscored = sorted(draws.known_records);
  const std::size_t sought = std::min(static_cast<std::size_t>(settled.sought), order.size() - held_out - own);
  draws.sought_records = take(held_out + own, sought, draws.sought_read);
  return draws;
}

}  // namespace guise::audit
