// SPDX-License-Identifier: Apache-2.0
#include "theory/singular_shrinkage.h"

#include <algorithm>
#include <cmath>

#include "theory/marchenko_pastur.h"

namespace guise::theory {

double shrunk_singular_value(double y, double beta) {
  if (y <= 1 + std::sqrt(beta)) return 0;
  // Gavish and Donoho (2017), equation 7.
  const double inside = y * y - beta - 1;
  return std::sqrt(std::max(0.0, inside * inside - 4 * beta)) / y;
}

double hard_threshold(double beta) {
  // Gavish and Donoho (2014), equation 11.
  return std::sqrt(2 * (beta + 1) + 8 * beta / (beta + 1 + std::sqrt(beta * beta + 14 * beta + 1)));
}

double median_threshold(double beta) {
  return hard_threshold(beta) / std::sqrt(marchenko_pastur_median(beta));
}

}  // namespace guise::theory
