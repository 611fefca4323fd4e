// SPDX-License-Identifier: Apache-2.0
#include "mining/independent.h"

#include "base/error.h"
#include "base/names.h"
#include "linalg/spectrum.h"

namespace guise::mining {
namespace {

// Eigenvalues of a correlation matrix below this are rounding: of a direction with 1e-5 of an attribute's spread, normal
// equations leave six digits of a coefficient, and of smaller ones less.
constexpr double kLeast = 1e-10;
// An attribute with less of the direction that vanishes has no part in it.
constexpr double kPart = 1e-3;

}  // namespace

std::string dependence(const Data& data, double records, const Matrix& covariance) {
  const Index m = covariance.rows();
  const auto quoted = [&](Index j) { return fmt::format("'{}'", data.columns[static_cast<std::size_t>(j)]); };
  std::vector<std::string> constant, together;
  for (Index j = 0; j < m; ++j)
    if (!(covariance(j, j) > 0)) constant.push_back(quoted(j));
  if (!constant.empty())
    return fmt::format("{} of {}: constant, so it has no coefficient; leave it out", enumerate(constant), data.name);
  if (records <= static_cast<double>(m) + 1)
    return fmt::format("{} has {} records, too few for {} attributes and a constant; use fewer", data.name, records, m);
  const Vector inverse = covariance.diagonal().cwiseSqrt().cwiseInverse();
  const linalg::Spectrum found = linalg::symmetric_spectrum(inverse.asDiagonal() * covariance * inverse.asDiagonal());
  if (found.values(m - 1) > kLeast) return {};
  for (Index j = 0; j < m; ++j)
    if (std::abs(found.vectors(j, m - 1)) > kPart) together.push_back(quoted(j));
  return fmt::format("{} of {} determine one another, so their coefficients are not unique; leave one out", enumerate(together),
                     data.name);
}

void require_independent(const Data& data, double records, const Matrix& covariance, std::string_view otherwise) {
  const std::string why = dependence(data, records, covariance);
  require(why.empty(), "{}{}", why, otherwise);
}

}  // namespace guise::mining
