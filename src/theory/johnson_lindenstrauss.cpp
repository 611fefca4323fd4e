// SPDX-License-Identifier: Apache-2.0
#include "theory/johnson_lindenstrauss.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "theory/projection_error.h"

namespace guise::theory {

std::int64_t johnson_lindenstrauss_dimension(std::int64_t records, double epsilon) {
  require(records >= 1, "the number of records must be at least 1, got {}", records);
  require(epsilon > 0 && epsilon < 1, "the tolerance eps must lie between 0 and 1, got {}", epsilon);
  const double dimension = std::ceil(4 * std::log(static_cast<double>(records)) / (square(epsilon) * (0.5 - epsilon / 3)));
  require(dimension < 9e18, "eps = {} is too small: it asks for infinitely many columns", epsilon);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(dimension));  // one record has no distances: any k will do
}

double every_pair_probability(std::int64_t records, double epsilon, std::int64_t k) {
  const double pairs = 0.5 * static_cast<double>(records) * static_cast<double>(records - 1);
  return std::max(0.0, 1 - pairs * gaussian_distance_miss(epsilon, k));
}

}  // namespace guise::theory
