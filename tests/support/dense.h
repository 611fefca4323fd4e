// SPDX-License-Identifier: Apache-2.0
// Textbook linear algebra by Eigen for answers to compare with, compiled once: decompositions take a compiler half a minute.
#pragma once
#include "base/matrix.h"

namespace guise::testing {

Matrix inverse(const Matrix& square);
double determinant(const Matrix& square);
Matrix householder_q(const Matrix& square);   ///< Q of its QR decomposition
Matrix upper_root(const Matrix& covariance);  ///< U with U'U = covariance

struct Svd {
  Matrix u;
  Vector values;  ///< falling
  Matrix v;
};
Svd svd(const Matrix& any);

struct Eigenpairs {
  Vector values;  ///< rising
  Matrix vectors;
};
Eigenpairs eigenpairs(const Matrix& symmetric);

}  // namespace guise::testing
