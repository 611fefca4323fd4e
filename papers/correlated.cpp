// SPDX-License-Identifier: Apache-2.0
#include "papers/correlated.h"

#include "papers/draw.h"
#include "random/matrices.h"

namespace guise::papers {

Vector two_levels(Index attributes, Index principal, double large, double small) {
  Vector out = Vector::Constant(attributes, small);
  out.head(principal).setConstant(large);
  return out;
}

Vector fixed_trace(Index attributes, Index principal) {
  const double rest = kSmallEigenvalue * static_cast<double>(attributes - principal);
  const double large = (kAttributeVariance * static_cast<double>(attributes) - rest) / static_cast<double>(principal);
  return two_levels(attributes, principal, large, kSmallEigenvalue);
}

Matrix Population::with(const Vector& other) const {
  return eigenvectors * other.asDiagonal() * eigenvectors.transpose();
}

Matrix Population::draw(Index records, const Vector& spectrum, const random::Rng& rng) const {
  return gaussian(records, spectrum.size(), 1, rng) * spectrum.cwiseSqrt().asDiagonal() * eigenvectors.transpose();
}

Population make_population(Vector eigenvalues, const random::Rng& rng) {
  const Index m = eigenvalues.size();
  return {.eigenvalues = std::move(eigenvalues), .eigenvectors = random::haar_orthogonal(m, rng)};
}

}  // namespace guise::papers
