// SPDX-License-Identifier: Apache-2.0
// Short bases of lattices. Lenstra, Lenstra and Lovász (1982).
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// Another basis of the same lattice, of short and nearly orthogonal vectors.
struct ReducedBasis {
  Matrix change;    ///< whole numbers, determinant +-1: the old basis times this is the new one
  Matrix triangle;  ///< R of the new basis = QR
  Matrix turn;      ///< Q
};

/// Of the columns of `basis`, which are linearly independent.
ReducedBasis reduce_basis(const Matrix& basis);

}  // namespace guise::linalg
