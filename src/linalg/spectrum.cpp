// SPDX-License-Identifier: Apache-2.0
#include "linalg/spectrum.h"

#include <lapacke.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linalg/blas.h"

namespace guise::linalg {
namespace {

// Eigen is faster below about 100 attributes (0.14 against 0.26 ms at 50), LAPACK's divide and conquer above (3.6 against 4.4
// at 200).
constexpr Index kLapackFrom = 100;

/// The largest entry of every vector becomes positive, and `others` turn with it: which sign a library chooses depends on the
/// CPU.
void fix_signs(Matrix& vectors, Matrix* others = nullptr) {
  for (Index j = 0; j < vectors.cols(); ++j) {
    Index largest = 0;
    vectors.col(j).cwiseAbs().maxCoeff(&largest);
    if (!(vectors(largest, j) < 0)) continue;
    vectors.col(j) = -vectors.col(j);
    if (others != nullptr) others->col(j) = -others->col(j);
  }
}

/// LAPACK's dgesdd never comes back from an infinite entry. Squares of numbers above 1e154 are such entries.
void require_finite(const Matrix& a) {
  if (!a.allFinite())
    fail(
        "a {} x {} matrix holds infinite values, so it has no spectrum: numbers above about 1e154 have no squares; divide the "
        "table's by a power of ten",
        a.rows(), a.cols());
}

}  // namespace

Spectrum symmetric_spectrum(const Matrix& symmetric) {
  require_finite(symmetric);
  const Index size = symmetric.rows();
  Vector values(size);
  Matrix vectors = symmetric;
  if (size < kLapackFrom) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
    if (solver.info() != Eigen::Success) fail("the eigenvalues of a {0} x {0} covariance did not converge", size);
    values = solver.eigenvalues();
    vectors = solver.eigenvectors();
  } else {
    use_one_blas_thread();
    const int n = static_cast<int>(size);
    if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, vectors.data(), n, values.data()) != 0)
      fail("the eigenvalues of a {0} x {0} covariance did not converge", size);
  }
  Spectrum spectrum{values.reverse(), vectors.rowwise().reverse()};
  fix_signs(spectrum.vectors);
  return spectrum;
}

Svd thin_svd(const Matrix& a) {
  require_finite(a);
  use_one_blas_thread();
  const int rows = static_cast<int>(a.rows()), cols = static_cast<int>(a.cols()), size = std::min(rows, cols);
  Matrix copy = a, left(rows, size), right_transposed(size, cols);
  Vector values(size);
  if (LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', rows, cols, copy.data(), rows, values.data(), left.data(), rows,
                     right_transposed.data(), size) != 0)
    fail("the singular values of a {} x {} matrix did not converge", rows, cols);
  Matrix right = right_transposed.transpose();
  if (right.rows() > 0) fix_signs(right, &left);
  return {std::move(left), std::move(values), std::move(right)};
}

Matrix positive_part(const Matrix& symmetric, double floor, Index* lifted) {
  const Spectrum spectrum = symmetric_spectrum(symmetric);
  if (lifted) *lifted = (spectrum.values.array() < floor).count();
  return spectrum.vectors * spectrum.values.cwiseMax(floor).asDiagonal() * spectrum.vectors.transpose();
}

Matrix square_root(const Matrix& symmetric) {
  const Spectrum spectrum = symmetric_spectrum(symmetric);
  return spectrum.vectors * spectrum.values.cwiseMax(0).cwiseSqrt().asDiagonal() * spectrum.vectors.transpose();
}

double spectral_radius(const Matrix& square) {
  require_finite(square);
  use_one_blas_thread();
  const int n = static_cast<int>(square.rows());
  Matrix copy = square;
  Vector real(n), imaginary(n);
  if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, copy.data(), n, real.data(), imaginary.data(), nullptr, 1, nullptr, 1) != 0)
    fail("the eigenvalues of a {0} x {0} matrix did not converge", n);
  return (real.array().square() + imaginary.array().square()).sqrt().maxCoeff();
}

Matrix inverse_square_root(const Matrix& symmetric) {
  const Spectrum spectrum = symmetric_spectrum(symmetric);
  if (!(spectrum.values.minCoeff() > 0))
    fail("a {0} x {0} covariance is singular (least eigenvalue {1}) and has no inverse; leave out constant attributes",
         symmetric.rows(), spectrum.values.minCoeff());
  return spectrum.vectors * spectrum.values.cwiseSqrt().cwiseInverse().asDiagonal() * spectrum.vectors.transpose();
}

}  // namespace guise::linalg
