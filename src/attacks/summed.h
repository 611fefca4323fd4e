// SPDX-License-Identifier: Apache-2.0
// What somebody who knows the weights of sums over records works out before solving them: how the weights go together.
#pragma once
#include <optional>

#include "attacks/knowledge.h"
#include "stats/ordered_merge.h"
#include "stats/step_secret.h"

namespace guise::attacks {

/// Sums that are solved at most: the time goes with the cube of their number.
constexpr Index kMostSums = 4096;
inline Index sums_of(const stats::RecordWeights& weights) {
  return weights({}).cols();
}
inline bool few_enough(const stats::RecordWeights& weights) {
  return sums_of(weights) <= kMostSums;
}

/// Of the weights W, a row for each record that was summed.
struct Summed {
  std::int64_t records = 0;
  Matrix gram = {};   ///< W' W
  Vector total = {};  ///< W' 1
  void merge(const Summed& later);
};

/// Gathers it block by block, from several threads; the result does not depend on their order.
class SummedGatherer {
 public:
  explicit SummedGatherer(stats::RecordWeights weights) : weights_(std::move(weights)) {}
  /// Records of one aligned block (see table::kBlock), by their numbers, which rise.
  void add(const std::vector<std::int64_t>& records);
  Summed finish();

 private:
  stats::RecordWeights weights_;
  stats::OrderedMerge<Summed> merge_;
};

/// Of all people from the first record on, where their number and the weights of their sums are known, and the sums are not too
/// many. In parallel.
std::optional<Summed> summed_for(const Knowledge& known, std::int64_t first_record);

}  // namespace guise::attacks
