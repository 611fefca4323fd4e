// SPDX-License-Identifier: Apache-2.0
#include "theory/projection_guesses.h"

#include "base/error.h"

namespace guise::theory {

Vector transpose_variance(const Vector& x, std::int64_t k, const ProjectionLaw& law) {
  Vector out(x.size());
  for (Index i = 0; i < x.size(); ++i)  // the guess of x_i is the released inner product of x with the i-th unit vector
    out[i] = inner_product_variance(Vector::Unit(x.size(), i), x, k, law);
  return out;
}

GuessErrors guess_errors(std::int64_t k, std::int64_t attributes, const ProjectionLaw& law) {
  require(k >= 1, "the number k of released columns must be at least 1, got {}", k);
  require(k <= attributes, "a projection releases at most as many columns as there are attributes ({}), got k = {}", attributes,
          k);
  const double columns = static_cast<double>(k), m = static_cast<double>(attributes);
  // The sum of transpose_variance over the entries, whatever x: |x|^2 (m - 1 + kurtosis - 1) / k, or |(m/k) P x - x|^2.
  const double variance = law.orthonormal ? m / columns - 1 : (m + law.kurtosis - 2) / columns;
  return {.transpose = variance,
          .scaled_transpose = variance / (1 + variance),  // least of c^2 (1 + v) - 2c + 1, at c = 1 / (1 + v)
          .minimum_norm = 1 - columns / m,
          .guessed_matrix = 1 + m / columns};
}

}  // namespace guise::theory
