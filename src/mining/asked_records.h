// SPDX-License-Identifier: Apache-2.0
// What the tasks that search for neighbours share: parameters, records, the search.
#pragma once
#include "mining/nearest_records.h"
#include "mining/task.h"

namespace guise::mining {

inline constexpr Param kNeighbours = {
    .name = "k", .help = "neighbours of each record", .kind = Param::Kind::integer, .fallback = 10, .least = 1};
inline constexpr Param kHow = {.name = "how",
                               .help = "the search; approximate for many records",
                               .kind = Param::Kind::choice,
                               .choices = "exact|approximate"};

/// All records in memory; refuses fewer than k + 1.
Records records_to_search(const Data&, const Params&);

/// Places of at most so many records, the same for every table with these record numbers.
std::vector<Index> drawn_by_key(const Records&, std::int64_t most, const random::Rng&);

NearestRecords search(const Records&, const std::vector<Index>& asked, const Params&);

/// Of an approximate search: what share of the neighbours it found, from some of the records asked for.
void note_search(const Records&, const std::vector<Index>& asked, const Params&, const NearestRecords& found,
                 std::vector<std::string>& notes);

}  // namespace guise::mining
