// SPDX-License-Identifier: Apache-2.0
// A sample of records drawn by key: every record has a priority, the smallest stay. Samples of different sizes are nested, and
// neither order nor cutting nor number of threads matters.
#pragma once
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

class KeyedSample {
 public:
  KeyedSample(std::int64_t size, const random::Rng& rng);
  /// Records with these numbers, or consecutive ones when none are given; from any thread.
  void add(std::int64_t first_record, const MatrixRef& records, const std::vector<std::int64_t>& numbers = {});

  Matrix rows() const;  ///< in record order
  std::vector<std::int64_t> records() const;
  std::vector<std::int64_t> by_priority() const;  ///< the same records; the first of them are the sample of a smaller size

  Index width() const { return values_.empty() ? 0 : values_.front().size(); }  ///< of a row; 0 without rows

  /// The sample in binary form (base/form.h), and that of other records under the same key.
  template <typename Form>
  void write(Form& form) const {
    form.kind("keyed sample", 1);
    form(records(), rows());
  }
  template <typename Form>
  void join(Form& form) {
    form.kind("keyed sample", 1);
    std::vector<std::int64_t> numbers;
    Matrix values;
    form(numbers, values);
    form.check(values.rows() == static_cast<Index>(numbers.size()) && numbers.size() <= size_ &&
                   (numbers.empty() || numbers.front() >= 0) && rising(numbers),
               "a sample in it has impossible records");
    form.check(numbers.empty() || values_.empty() || values_.front().size() == values.cols(), "its sample is of another table");
    for (std::size_t i = 0; i < numbers.size(); ++i) add(numbers[i], values.middleRows(static_cast<Index>(i), 1));
  }

 private:
  struct Entry {
    std::uint64_t priority;
    std::int64_t record;
    std::size_t place;  // of its row in values_
  };
  std::vector<Entry> smallest() const;  // the sample, in record order
  void drop_the_rest();
  static bool rising(const std::vector<std::int64_t>& numbers);

  std::size_t size_;
  random::Rng rng_;
  std::atomic<std::uint64_t> bound_ = std::numeric_limits<std::uint64_t>::max();  // no larger priority can stay
  std::mutex mutex_;
  std::vector<Entry> entries_;      // fewer than twice as many as are wanted
  std::vector<std::size_t> empty_;  // places in values_ that may be written again
  std::vector<Vector> values_;
};

}  // namespace guise::stats
