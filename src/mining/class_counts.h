// SPDX-License-Identifier: Apache-2.0
// What classifiers on reconstructed distributions learn from: the values of every class and attribute, counted in one pass.
// Agrawal and Srikant (2000), section 4, "ByClass".
#pragma once
#include "mining/data.h"
#include "stats/histogram.h"

namespace guise::mining {

struct ClassCounts {
  std::vector<std::vector<stats::Histogram>> of;  ///< by class, by attribute
  std::vector<double> records;                    ///< by class
};

/// The same counts for any threads and chunks.
ClassCounts count_classes(const Data&);

/// Mean and variance of every class and attribute, and of all records together.
struct ClassMoments {
  std::vector<stats::Moments> of;
  stats::Moments all() const;
};
ClassMoments moments_of_classes(const Data&);

}  // namespace guise::mining
