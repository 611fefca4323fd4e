// SPDX-License-Identifier: Apache-2.0
#include "stats/gaussian.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/clones.h"
#include "base/error.h"
#include "linalg/spectrum.h"

namespace guise::stats {
namespace {

// Up to so many columns every row of the inverse factor is a sum over few columns that stay in the first-level cache; a solver
// of triangular systems takes four times as long there.
constexpr Index kFewColumns = 32;
constexpr Index kLanes = 8;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

/// squares[i] += (sum of weights[k] * columns[k][i])^2, for whole vectors of lanes.
GUISE_CLONES void add_squares(const double* columns, Index stride, const double* weights, Index count, Index rows,
                              double* squares) {
  for (Index i = 0; i + kLanes <= rows; i += kLanes) {
    Lanes sum = {}, x, square;
    for (Index k = 0; k < count; ++k) {
      __builtin_memcpy(&x, columns + k * stride + i, sizeof x);
      sum += weights[k] * x;
    }
    __builtin_memcpy(&square, squares + i, sizeof square);
    square += sum * sum;
    __builtin_memcpy(squares + i, &square, sizeof square);
  }
}

/// Squared lengths of the rows of `centred` times the inverse of the factor, transposed.
Vector white_squares(const Matrix& centred, const Matrix& lower) {
  const Index columns = lower.rows(), rows = centred.rows(), whole = rows - rows % kLanes;
  Matrix inverse = Matrix::Identity(columns, columns);
  lower.triangularView<Eigen::Lower>().solveInPlace(inverse);
  inverse.transposeInPlace();  // its columns are the weights
  Matrix rest = Matrix::Zero(whole < rows ? kLanes : 0, columns);
  rest.topRows(rows - whole) = centred.bottomRows(rows - whole);
  Vector squares = Vector::Zero(rows), of_rest = Vector::Zero(rest.rows());
  for (Index j = 0; j < columns; ++j) {
    add_squares(centred.data(), rows, inverse.col(j).data(), j + 1, rows, squares.data());
    add_squares(rest.data(), rest.rows(), inverse.col(j).data(), j + 1, rest.rows(), of_rest.data());
  }
  squares.tail(rows - whole) = of_rest.head(rows - whole);
  return squares;
}

}  // namespace

Matrix robust_cholesky(const Matrix& covariance) {
  const double mean = covariance.diagonal().cwiseMax(0).mean();
  Vector scale = covariance.diagonal();
  for (double& value : scale) value = std::sqrt(value > 0 ? value : mean > 0 ? mean : 1.0);
  const Vector inverse = scale.cwiseInverse();
  const Matrix unit = inverse.asDiagonal() * covariance * inverse.asDiagonal();
  // A pivot below 1e-13 of the diagonal is rounding error.
  for (double jitter = 0; jitter < 1; jitter = jitter == 0 ? 1e-9 : 10 * jitter) {
    const Eigen::LLT<Matrix> factor(unit + jitter * Matrix::Identity(unit.rows(), unit.cols()));
    if (factor.info() != Eigen::Success) continue;
    const Matrix lower = factor.matrixL();
    if (lower.diagonal().minCoeff() > std::sqrt(1e-13)) return scale.asDiagonal() * lower;
  }
  fail("a {0} x {0} covariance is not positive even after repair; are there infinite values?", covariance.rows());
}

Matrix covariance_root(const Matrix& covariance) {
  const Vector sd = covariance.diagonal().cwiseMax(0).cwiseSqrt();
  Vector inverse = sd;
  for (double& value : inverse) value = value > 0 ? 1 / value : 0;
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(inverse.asDiagonal() * covariance * inverse.asDiagonal());
  return sd.asDiagonal() * spectrum.vectors * spectrum.values.cwiseMax(0).cwiseSqrt().asDiagonal();
}

Gaussian::Gaussian(Vector mean, const Matrix& covariance) : mean_(std::move(mean)), lower_(robust_cholesky(covariance)) {
  set_constant();
}

Gaussian Gaussian::of_factor(Vector mean, Matrix lower) {
  Gaussian out;
  out.mean_ = std::move(mean);
  out.lower_ = std::move(lower);
  out.set_constant();
  return out;
}

void Gaussian::set_constant() {
  log_constant_ =
      -lower_.diagonal().array().log().sum() - 0.5 * static_cast<double>(mean_.size()) * std::log(2 * std::numbers::pi);
}

Vector Gaussian::log_density(const Matrix& centred) const {
  if (lower_.rows() <= kFewColumns) return (log_constant_ - 0.5 * white_squares(centred, lower_).array()).matrix();
  Matrix white = centred;
  lower_.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(white);
  Vector squares = Vector::Zero(white.rows());
  for (Index j = 0; j < white.cols(); ++j) squares += white.col(j).cwiseAbs2();
  return (log_constant_ - 0.5 * squares.array()).matrix();
}

}  // namespace guise::stats
