// SPDX-License-Identifier: Apache-2.0
#include "audit/dequantised.h"

#include <algorithm>
#include <vector>

#include "random/laws.h"

namespace guise::audit {
namespace {

/// The usual difference between neighbouring values; 0 where fewer than half of the rows share theirs, or all do.
double step_of(const Vector& column) {
  std::vector<double> values(column.begin(), column.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 2 || 2 * values.size() > static_cast<std::size_t>(column.size())) return 0;
  std::vector<double> steps;
  for (std::size_t i = 1; i < values.size(); ++i) steps.push_back(values[i] - values[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

}  // namespace

Dequantised dequantised(const Matrix& rows, const random::Rng& rng) {
  Dequantised out{rows, Vector::Zero(rows.cols())};
  for (Index j = 0; j < rows.cols(); ++j) {
    const double step = step_of(rows.col(j));
    Vector u(rows.rows());
    random::fill_uniform(rng, static_cast<std::uint32_t>(j), 0, {u.data(), static_cast<std::size_t>(u.size())});
    out.rows.col(j).array() += step * (u.array() - 0.5);
    out.variance[j] = square(step) / 12;
  }
  return out;
}

}  // namespace guise::audit
