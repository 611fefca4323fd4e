// SPDX-License-Identifier: Apache-2.0
// Linear systems and orthogonal bases by Eigen, compiled once: a decomposition takes a compiler ten seconds wherever it is
// used.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// A^-1 B for a symmetric positive semi-definite A, by LDL' with pivoting: where A vanishes, so does the solution.
Matrix solve_symmetric(const Matrix& a, const Matrix& b);

/// A^-1 B, A^-1 and det A for a square A, by LU with pivoting.
Matrix solve(const Matrix& a, const Matrix& b);
Matrix inverse(const Matrix& a);
double determinant(const Matrix& a);

/// A = Q R by Householder's reflections: as many columns of Q as A has, or `whole`, all of them. The signs of R's diagonal are
/// what they come out as.
struct Qr {
  Matrix q;
  Matrix r;  ///< upper triangle, columns x columns
};
Qr householder_qr(const Matrix& a, bool whole = false);

}  // namespace guise::linalg
