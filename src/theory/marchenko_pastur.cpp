// SPDX-License-Identifier: Apache-2.0
#include "theory/marchenko_pastur.h"

#include <cmath>
#include <numbers>

#include "theory/marchenko_pastur_law.h"

namespace guise::theory {
namespace {

using std::numbers::pi;

}  // namespace

Band marchenko_pastur_band(double variance, double records, double attributes) {
  const double root = std::sqrt(attributes / records);
  return {variance * (1 - root) * (1 - root), variance * (1 + root) * (1 + root)};
}

double marchenko_pastur_density(double eigenvalue, double variance, double records, double attributes) {
  const Band band = marchenko_pastur_band(variance, records, attributes);
  if (eigenvalue <= band.low || eigenvalue >= band.high) return 0;
  return records / attributes * std::sqrt((band.high - eigenvalue) * (eigenvalue - band.low)) /
         (2 * pi * variance * eigenvalue);
}

double marchenko_pastur_median(double beta) {
  return beta > 0 ? marchenko_pastur_quantile(0.5, 1, 1, beta) : 1;
}

double wigner_density(double x) {
  return std::abs(x) < 1 ? 2 / pi * std::sqrt(1 - x * x) : 0;
}

}  // namespace guise::theory
