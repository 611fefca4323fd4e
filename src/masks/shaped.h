// SPDX-License-Identifier: Apache-2.0
// Gaussian noise with a covariance: the same number for the same record, however the table is cut.
#pragma once
#include <functional>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::masks {

/// Eigenvalues of noise in the eigenvectors of data with eigenvalues `data`, total `power`. Huang, Du and Chen (SIGMOD 2005),
/// section 8.2 and figure 4 with theta = 1 - similarity: linear in theta from data-shaped (1) through white (0) to reversed
/// (-1).
Vector blend_spectrum(const Vector& data, double power, double similarity);

class ShapedNoise {
 public:
  explicit ShapedNoise(const Matrix& covariance);
  ShapedNoise(const Matrix& vectors, const Vector& eigenvalues);
  Vector sd() const;  ///< per attribute: square roots of the covariance's diagonal

  /// Calls visit(row, noise) with the noise of rows [row, row + noise.rows()) of a run of records, block by block.
  void generate(const random::Rng&, std::int64_t first_record, Index records,
                const std::function<void(Index row, const MatrixRef& noise)>& visit) const;

 private:
  Matrix root_;  // symmetric square root of the covariance
};

}  // namespace guise::masks
