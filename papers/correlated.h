// SPDX-License-Identifier: Apache-2.0
// Gaussian data with chosen eigenvalues and random eigenvectors: paper 002, section 7, steps 1 to 4.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// What the paper leaves open in experiments 1, 2 and 4, chosen once (erratum 39).
inline constexpr double kNoiseVariance = 25, kAttributeVariance = 100, kSmallEigenvalue = 1;
inline constexpr Index kRecords = 1000;

/// `large` p times, then `small`: the eigenvalues of m attributes.
Vector two_levels(Index attributes, Index principal, double large, double small);
/// The same with the large one chosen so that the mean variance of an attribute is kAttributeVariance (equation (12)).
Vector fixed_trace(Index attributes, Index principal);

/// A covariance with these eigenvalues: C = Q Lambda Q'.
struct Population {
  Vector eigenvalues;
  Matrix eigenvectors;  ///< Q
  Matrix covariance() const { return with(eigenvalues); }
  Matrix with(const Vector& other) const;                                        ///< same eigenvectors, other eigenvalues
  Matrix draw(Index records, const Vector& spectrum, const random::Rng&) const;  ///< zero-mean Gaussian records
  Matrix draw(Index records, const random::Rng& rng) const { return draw(records, eigenvalues, rng); }
};
Population make_population(Vector eigenvalues, const random::Rng& rng);

}  // namespace guise::papers
