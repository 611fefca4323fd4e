// SPDX-License-Identifier: Apache-2.0
// Records that are looked at one by one after the passes: a sample drawn by key, and the first ones in their order for attacks
// that read neighbours. They are kept as they were read; any release of them is made again by position.
#pragma once
#include <map>
#include <mutex>
#include <vector>

#include "audit/draws.h"
#include "stats/keyed_sample.h"

namespace guise::audit {

struct Closeup {
  Matrix rows;                        ///< as read: originals, a given release beside them
  std::vector<std::int64_t> records;  ///< their numbers, rising
};

class Closeups {
 public:
  Closeups(const Draws& draws, const random::Rng& rng);
  void add(const table::Chunk& read);  ///< from any thread; records left out of the release are dropped in it
  Closeup sample() const;              ///< of records that are scored
  Closeup start() const;               ///< the first of the release

  /// In binary form (base/form.h), and those of other records.
  template <typename Form>
  void write(Form& form) const {
    sample_.write(form);
    form(start_);
  }
  template <typename Form>
  void join(Form& form) {
    sample_.join(form);
    std::map<std::int64_t, Vector> more;
    form(more);
    for (const auto& [record, row] : more)
      form.check(row.size() == more.begin()->second.size() && (start_.empty() || row.size() == start_.begin()->second.size()),
                 "its records are of another table");
    start_.merge(more);
  }

 private:
  const Draws& draws_;
  stats::KeyedSample sample_;
  std::mutex mutex_;
  std::map<std::int64_t, Vector> start_;
};

}  // namespace guise::audit
