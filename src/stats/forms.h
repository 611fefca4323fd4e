// SPDX-License-Identifier: Apache-2.0
// Moments and histograms in binary form (base/form.h), and whether two of them may be of one table.
#pragma once
#include <cmath>
#include <numeric>

#include "base/form.h"
#include "stats/histogram.h"
#include "stats/moments.h"

namespace guise::stats {

template <typename Form>
void fields(Form& form, Moments& moments) {
  form.kind("moments", 1);
  form(moments.count_, moments.mean_, moments.least_, moments.most_, moments.scatter_);
  const Index m = moments.mean_.size();
  form.check(moments.count_ >= 0 && moments.least_.size() == m && moments.most_.size() == m && moments.scatter_.rows() == m &&
                 moments.scatter_.cols() == m,
             "moments in it have parts of different sizes");
}

inline bool alike(const Moments& a, const Moments& b) {
  return a.count() == 0 || b.count() == 0 || a.attributes() == b.attributes();
}

template <typename Form>
void fields(Form& form, Histogram& histogram) {
  form.kind("histogram", 1);
  form(histogram.most_cells_, histogram.count_, histogram.exponent_, histogram.first_, histogram.cells_);
  constexpr std::int64_t exact = std::int64_t{1} << 53;  // cell numbers are whole numbers of doubles
  const auto cells = static_cast<std::int64_t>(histogram.cells_.size());
  bool counted = histogram.count_ >= 0;
  std::int64_t left = histogram.count_;
  for (const std::int64_t cell : histogram.cells_) {
    counted = counted && cell >= 0 && cell <= left;
    left -= counted ? cell : 0;
  }
  form.check(counted && left == 0, "a histogram in it has counts that do not add up");
  form.check(histogram.most_cells_ > 0 && cells <= histogram.most_cells_ && histogram.exponent_ >= -1074 &&
                 histogram.exponent_ <= 1023 && std::abs(histogram.first_) <= exact && (cells > 0) == (histogram.count_ > 0),
             "a histogram in it has impossible cells");
}

}  // namespace guise::stats
