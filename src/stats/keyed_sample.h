// SPDX-License-Identifier: Apache-2.0
// A sample of records drawn by key: every record has a priority, the smallest stay. Samples of different sizes are nested, and
// neither order nor number of threads matters.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

class KeyedSample {
 public:
  KeyedSample() : rng_(random::Rng::from_seed(0)) {}
  KeyedSample(std::int64_t size, const random::Rng& rng);
  void add(std::int64_t first_record, const MatrixRef& records);  ///< consecutive records
  void merge(const KeyedSample& other);  ///< of the same generator and size; a sample made without them takes the other's

  Matrix rows() const;  ///< in record order
  std::vector<std::int64_t> records() const;

 private:
  struct Entry {
    std::uint64_t priority;
    std::int64_t record;
    Vector values;
  };
  static bool before(const Entry& a, const Entry& b);
  void offer(Entry entry);
  std::vector<const Entry*> in_order() const;
  std::int64_t size_ = 0;
  random::Rng rng_;
  std::vector<Entry> entries_;  // a heap, largest priority first
};

}  // namespace guise::stats
