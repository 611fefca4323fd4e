// SPDX-License-Identifier: Apache-2.0
#include "masks/learnt.h"

#include <cmath>

#include "base/error.h"

namespace guise::masks {

Vector varying(const StepInput& input, const stats::Moments& moments, std::string_view consequence) {
  const Vector variance = moments.variance();
  for (Index j = 0; j < variance.size(); ++j) {
    const std::string& column = input.columns[static_cast<std::size_t>(j)];
    require(moments.count() > 1,
            "the table has one record, so column '{}' has no standard deviation: {}; give a public size instead", column,
            consequence);
    // Variances of values beyond 1e154 overflow, those of values below 1e-162 vanish.
    require(std::isfinite(variance[j]),
            "the variance of column '{}' is too large for a number; divide the column by a constant first", column);
    require(moments.least()[j] < moments.most()[j] && variance[j] > 0,
            "column '{}' is constant: {}; leave it out or give a public size", column, consequence);
  }
  return variance;
}

}  // namespace guise::masks
