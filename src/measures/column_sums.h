// SPDX-License-Identifier: Apache-2.0
// The inner loop of a comparison: one column of at most one block of records.
#pragma once
#include <cstdint>
#include <span>

#include "measures/comparison.h"

namespace guise::measures {

struct ColumnSums {
  double error = 0, squared = 0, fourth = 0, cross = 0;
  std::int64_t within[std::size(kWithin)] = {}, recovered[std::size(kRecovery)] = {};
};

/// Sums of e = truth - guess, e^2, (e / sd)^4 and (truth - truth_mean)(guess - guess_mean); how many |e| are within the
/// tolerances. An sd of 0 (constant truth) leaves out all that is measured in it.
ColumnSums sum_column(std::span<const double> truth, std::span<const double> guess, double truth_mean, double guess_mean,
                      double sd);

}  // namespace guise::measures
