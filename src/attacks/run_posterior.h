// SPDX-License-Identifier: Apache-2.0
// Runs of records that share one value, in a table behind noise: where runs begin and end, and the value of each.
// Fearnhead, "Exact and efficient Bayesian inference for multiple changepoint problems" (2006), with a geometric length.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// Coordinates are independent, of mean 0. A run's value has variances `between`; a record differs from it by `within`, noise
/// included. A run ends after each record with probability `hazard`.
struct RunModel {
  Vector between, within;
  double hazard = 1;
};

class RunPosterior {
 public:
  explicit RunPosterior(RunModel model) : model_(std::move(model)) {}

  /// Log likelihood of a table, a record per row.
  double log_likelihood(const Matrix& records) const { return filter(records, nullptr); }

  /// Expected value of every record's run given the whole table.
  Matrix values(const Matrix& records) const;

 private:
  /// A place where the run of a record may have begun, and how probable that is given the records up to it.
  struct Start {
    Index record;
    double probability;
  };
  double filter(const Matrix& records, std::vector<std::vector<Start>>* starts) const;

  RunModel model_;
};

}  // namespace guise::attacks
