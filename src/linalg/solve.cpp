// SPDX-License-Identifier: Apache-2.0
#include "linalg/solve.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>

namespace guise::linalg {

Matrix solve_symmetric(const Matrix& a, const Matrix& b) {
  return a.ldlt().solve(b);
}

Matrix solve(const Matrix& a, const Matrix& b) {
  return a.partialPivLu().solve(b);
}

Matrix inverse(const Matrix& a) {
  return a.partialPivLu().inverse();
}

double determinant(const Matrix& a) {
  return a.partialPivLu().determinant();
}

Qr householder_qr(const Matrix& a, bool whole) {
  const Eigen::HouseholderQR<Matrix> qr(a);
  const Index size = std::min(a.rows(), a.cols());
  Qr out{.q = qr.householderQ() * Matrix::Identity(a.rows(), whole ? a.rows() : size), .r = qr.matrixQR().topRows(size)};
  out.r.triangularView<Eigen::StrictlyLower>().setZero();
  return out;
}

}  // namespace guise::linalg
