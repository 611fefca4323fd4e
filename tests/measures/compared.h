// SPDX-License-Identifier: Apache-2.0
// Comparisons of small tables, and figures of them by name.
#pragma once
#include <string_view>

#include "measures/measure.h"

namespace guise::measures {

inline Vector population_sd(const Matrix& truth) {
  return ((truth.rowwise() - truth.colwise().mean()).colwise().squaredNorm() / static_cast<double>(truth.rows())).cwiseSqrt();
}

inline Comparison compared(const Matrix& truth, const Matrix& guess) {
  Comparison comparison(population_sd(truth));
  comparison.add(truth, guess);
  return comparison;
}

inline Value pooled(const Comparison& comparison, std::string_view measure, std::size_t key = 0) {
  return find_measure(measure).compute(comparison).pooled.at(key);
}

inline Value of_attribute(const Comparison& comparison, std::string_view measure, std::size_t attribute, std::size_t key = 0) {
  return find_measure(measure).compute(comparison).attributes.at(attribute).at(key);
}

}  // namespace guise::measures
