// SPDX-License-Identifier: Apache-2.0
#include "theory/noise_needed.h"

#include <cmath>
#include <limits>

#include "linalg/solve.h"

namespace guise::theory {
namespace {

constexpr double kMost = 1e12;    // a factor beyond this is none that anybody would apply
constexpr double kClose = 1.001;  // of the factor: it is said in two digits

}  // namespace

Vector linear_share(const Matrix& covariance, const Matrix& noise) {
  const Matrix explained = covariance * linalg::solve_symmetric(covariance + noise, covariance);
  Vector out = Vector::Zero(covariance.rows());
  for (Index j = 0; j < out.size(); ++j)
    if (covariance(j, j) > 0) out[j] = explained(j, j) / covariance(j, j);
  return out;
}

double noise_factor(const Matrix& covariance, const Matrix& noise, double share) {
  // The share falls as noise grows (Sr <= c Sr), so that halving the range of the logarithm finds the factor.
  const auto too_much_is_told = [&](double factor) { return linear_share(covariance, factor * noise).maxCoeff() > share; };
  if (!too_much_is_told(1)) return 1;
  if (too_much_is_told(kMost)) return std::numeric_limits<double>::infinity();
  double low = 1, high = kMost;
  while (high > kClose * low) {
    const double middle = std::sqrt(low * high);
    (too_much_is_told(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace guise::theory
