// SPDX-License-Identifier: Apache-2.0
// Symmetric eigenproblems, singular values, and what is built on them.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// Eigenvalues in falling order, eigenvectors as columns in the same order, signs fixed (largest entry positive).
struct Spectrum {
  Vector values;
  Matrix vectors;
};
Spectrum symmetric_spectrum(const Matrix& symmetric);

/// Thin singular value decomposition, values falling, signs fixed (largest entry on the right positive).
struct Svd {
  Matrix left;
  Vector values;
  Matrix right;
};
Svd thin_svd(const Matrix& a);

/// The nearest positive semi-definite matrix: eigenvalues below `floor` are lifted to it.
/// `lifted`, when given, receives how many were.
Matrix positive_part(const Matrix& symmetric, double floor = 0, Index* lifted = nullptr);

/// Symmetric square root, and its inverse, of a positive (semi-)definite matrix.
Matrix square_root(const Matrix& symmetric);
Matrix inverse_square_root(const Matrix& symmetric);

/// The largest absolute eigenvalue of any square matrix.
double spectral_radius(const Matrix& square);

}  // namespace guise::linalg
