// SPDX-License-Identifier: Apache-2.0
// Histograms of the columns of a table, filled from several threads: one set per thread, merged in the end. Their cells depend
// on the numbers alone, so it does not matter which thread counted what.
#pragma once
#include <tbb/enumerable_thread_specific.h>

#include <vector>

#include "base/matrix.h"
#include "stats/histogram.h"

namespace guise::stats {

class Histograms {
 public:
  explicit Histograms(Index columns) : parts_(std::vector<Histogram>(static_cast<std::size_t>(columns))) {}

  void add(const MatrixRef& records) {
    std::vector<Histogram>& mine = parts_.local();
    for (std::size_t j = 0; j < mine.size(); ++j)
      mine[j].add({records.col(static_cast<Index>(j)).data(), static_cast<std::size_t>(records.rows())});
  }

  std::vector<Histogram> merged() const {
    std::vector<Histogram> all;
    for (const std::vector<Histogram>& part : parts_) {
      all.resize(part.size());
      for (std::size_t j = 0; j < part.size(); ++j) all[j].merge(part[j]);
    }
    return all;
  }

  /// What was counted, in binary form (stats/forms.h), and that of other records.
  template <typename Form>
  void write(Form& form) const {
    form.kind("histograms", 1);
    form(merged());
  }
  template <typename Form>
  void join(Form& form) {
    form.kind("histograms", 1);
    std::vector<Histogram> more;
    form(more);
    std::vector<Histogram>& mine = parts_.local();
    form.check(more.empty() || more.size() == mine.size(), "its histograms are of another table");
    for (std::size_t j = 0; j < more.size(); ++j) mine[j].merge(more[j]);
  }

 private:
  tbb::enumerable_thread_specific<std::vector<Histogram>> parts_;
};

}  // namespace guise::stats
