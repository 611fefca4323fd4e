// SPDX-License-Identifier: Apache-2.0
#include "audit/halves.h"

#include <algorithm>

namespace guise::audit {
namespace {

// Below this the halves say too little to choose by.
constexpr std::int64_t kLeastToSplit = 100;

/// A coin for every record, the same whenever it is asked for; records come in rising order.
class Coins {
 public:
  Coins(const random::Rng& rng, std::uint32_t release) : rng_(rng), release_(release) {}
  bool toss(std::int64_t record) {
    const std::int64_t run = record / kRun;
    if (run != run_) {
      rng_.words(release_, static_cast<std::uint64_t>(run * kRun), words_);
      run_ = run;
    }
    return words_[static_cast<std::size_t>(record % kRun)] & 1;
  }

 private:
  static constexpr std::int64_t kRun = 1024;
  const random::Rng& rng_;
  std::uint32_t release_;
  std::int64_t run_ = -1;
  std::uint64_t words_[kRun] = {};
};

}  // namespace

Halves::Halves(const Draws& draws, std::int64_t records, const random::Rng& rng)
    : draws_(draws), split_(records >= kLeastToSplit), rng_(rng) {}

Halves::Rows Halves::rows(const table::Window& window, std::size_t release) const {
  Rows out;
  if (window.count == 0) return out;
  auto unscored = std::lower_bound(draws_.unscored.begin(), draws_.unscored.end(), window.record(0));
  Coins coins(rng_, static_cast<std::uint32_t>(release));
  for (Index row = 0; row < window.count; ++row) {
    const std::int64_t record = window.record(row);
    while (unscored != draws_.unscored.end() && *unscored < record) ++unscored;
    if (unscored != draws_.unscored.end() && *unscored == record) continue;
    const bool report = !split_ || coins.toss(record);
    if (!split_ || !report) out.choice.push_back(row);
    if (report) out.report.push_back(row);
  }
  return out;
}

}  // namespace guise::audit
