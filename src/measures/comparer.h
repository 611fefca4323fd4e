// SPDX-License-Identifier: Apache-2.0
// Compares truth and guess piece by piece, from several threads; the result does not depend on their order.
#pragma once
#include <tbb/enumerable_thread_specific.h>

#include "measures/comparison.h"
#include "stats/ordered_merge.h"

namespace guise::measures {

class Comparer {
 public:
  /// As Comparison's.
  explicit Comparer(const Vector& sd, int cells = stats::Histogram::kMostCells)
      : sd_(sd), empty_(sd, cells), histograms_(empty_) {}

  /// Pieces are numbered 0, 1, 2, … in the order of the records; some may be left out.
  void add(std::int64_t piece, const MatrixRef& truth, const MatrixRef& guess) {
    Comparison sums(sd_);
    sums.add_sums(truth, guess);
    sums_.add(piece, std::move(sums));
    histograms_.local().add_histograms(truth, guess);
  }

  Comparison finish() {
    Comparison all = sums_.finish(Comparison(sd_));
    for (const Comparison& some : histograms_) all.merge_histograms(some);
    return all;
  }

  /// In binary form (measures/forms.h), and what other pieces add.
  template <typename Form>
  void write(Form& form) const {
    Comparison counted = empty_;
    for (const Comparison& some : histograms_) counted.merge_histograms(some);
    sums_.write(form);
    form(counted);
  }
  template <typename Form>
  void join(Form& form) {
    Comparison counted;
    sums_.join(form, [&](const Comparison& each) { return each.attributes().size() == empty_.attributes().size(); });
    form(counted);
    form.check(counted.attributes().size() == empty_.attributes().size(), "its comparisons are of another table");
    histograms_.local().merge_histograms(counted);
  }

 private:
  Vector sd_;
  Comparison empty_;
  stats::OrderedMerge<Comparison> sums_;
  tbb::enumerable_thread_specific<Comparison> histograms_;
};

}  // namespace guise::measures
