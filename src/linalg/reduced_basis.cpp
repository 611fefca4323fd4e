// SPDX-License-Identifier: Apache-2.0
#include "linalg/reduced_basis.h"

#include <Eigen/Jacobi>
#include <cmath>

#include "linalg/solve.h"

namespace guise::linalg {
namespace {

// Lovász's condition with 1 would be the strictest; below it the number of swaps is bounded.
constexpr double kLovasz = 0.99;
// A basis with entries up to 1e11 took 2000 swaps for 30 vectors. A reduction stopped here is a basis still.
constexpr Index kMostSwaps = 1'000'000;
// Rounding errors of one pass are mended by the next, on the basis multiplied out anew.
constexpr int kPasses = 4;

/// Takes multiples of earlier columns off column i, until every entry above the diagonal is at most half of its row's diagonal.
bool shorten(Index i, Matrix& r, Matrix& change) {
  bool any = false;
  for (Index j = i - 1; j >= 0; --j) {
    const double times = std::nearbyint(r(j, i) / r(j, j));
    if (times == 0) continue;
    r.col(i).head(j + 1) -= times * r.col(j).head(j + 1);
    change.col(i) -= times * change.col(j);
    any = true;
  }
  return any;
}

/// Swaps columns i - 1 and i and turns rows i - 1 and i so that r is a triangle again.
void swap(Index i, Matrix& r, Matrix& change) {
  r.col(i).swap(r.col(i - 1));
  change.col(i).swap(change.col(i - 1));
  Eigen::JacobiRotation<double> turn;
  turn.makeGivens(r(i - 1, i - 1), r(i, i - 1));
  r.applyOnTheLeft(i - 1, i, turn.adjoint());
  r(i, i - 1) = 0;
}

/// One pass over a triangle; whether anything changed.
bool reduce(Matrix& r, Matrix& change) {
  bool any = false;
  Index swaps = 0;
  for (Index i = 1; i < r.cols();) {
    any = shorten(i, r, change) || any;
    const double before = square(r(i - 1, i - 1)), after = square(r(i, i)) + square(r(i - 1, i));
    if (after < kLovasz * before && swaps < kMostSwaps) {
      swap(i, r, change);
      ++swaps;
      any = true;
      i = i > 1 ? i - 1 : 1;
    } else {
      ++i;
    }
  }
  return any;
}

}  // namespace

ReducedBasis reduce_basis(const Matrix& basis) {
  const Index size = basis.cols();
  ReducedBasis out{.change = Matrix::Identity(size, size), .triangle = {}, .turn = {}};
  for (int pass = 0; pass <= kPasses; ++pass) {
    // Large multiples cancel: in long numbers the new basis keeps its digits.
    const Matrix now = (basis.cast<long double>() * out.change.cast<long double>()).cast<double>();
    const Qr qr = householder_qr(now);
    out.triangle = qr.r;
    out.turn = qr.q;
    Matrix r = out.triangle;
    if (pass == kPasses || !reduce(r, out.change)) break;
  }
  return out;
}

}  // namespace guise::linalg
