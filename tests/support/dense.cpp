// SPDX-License-Identifier: Apache-2.0
#include "support/dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace guise::testing {

Matrix inverse(const Matrix& square) {
  return square.inverse();
}

double determinant(const Matrix& square) {
  return square.determinant();
}

Matrix householder_q(const Matrix& square) {
  return Eigen::HouseholderQR<Matrix>(square).householderQ();
}

Matrix upper_root(const Matrix& covariance) {
  return covariance.llt().matrixU();
}

Svd svd(const Matrix& any) {
  const Eigen::JacobiSVD<Matrix> found(any, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {found.matrixU(), found.singularValues(), found.matrixV()};
}

Eigenpairs eigenpairs(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace guise::testing
