// SPDX-License-Identifier: Apache-2.0
// Runs of consecutive records spread evenly over a table of unknown length, for attacks that learn from the order of the
// records. The first records alone would not do: a signal can begin later. Which runs are kept follows from the record numbers
// alone.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// Records per stretch, a multiple of table::kBlock. Long enough for waves of a thousand records.
constexpr std::int64_t kStretch = 4096;

struct Stretch {
  std::int64_t number = 0;  ///< it holds the records from number * kStretch on, less those left out
  Matrix rows = {};
};

template <typename Form>
void fields(Form& form, Stretch& stretch) {
  form(stretch.number, stretch.rows);
}

/// Merges as a statistic does. A table of at most most_stretches() of them is kept whole; of a longer one every second stretch,
/// every fourth and so on.
class Stretches {
 public:
  void add(std::int64_t first_record, const MatrixRef& rows);  ///< one aligned block
  void merge(const Stretches& later);
  std::vector<Stretch> finish() &&;
  bool of_width(Index columns) const {
    for (const Stretch& each : kept_)
      if (each.rows.cols() != columns) return false;
    return true;
  }

  template <typename Form>
  friend void fields(Form& form, Stretches& stretches) {  ///< base/form.h
    form(stretches.kept_);
  }

 private:
  void thin();
  std::vector<Stretch> kept_;
};

/// Eight, and fewer for wide tables: 32 MiB in all, but two at least.
std::int64_t most_stretches(Index columns);

/// One column of every stretch. Stretches that follow each other are one run.
std::vector<Vector> runs_of(const std::vector<Stretch>& stretches, Index column);

}  // namespace guise::attacks
