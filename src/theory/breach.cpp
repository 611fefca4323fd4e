// SPDX-License-Identifier: Apache-2.0
#include "theory/breach.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "linalg/spectrum.h"

namespace guise::theory {
namespace {

// A known record adds a dimension when its singular value is above this share of the largest; also the share of a record's
// length outside the span that is rounding.
constexpr double kNegligible = 1e-12;

/// Orthonormal columns that span the rows.
Matrix span_of(const Matrix& rows) {
  if (rows.rows() == 0 || rows.isZero(0)) return Matrix(rows.cols(), 0);
  const linalg::Svd svd = linalg::thin_svd(rows);
  Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > kNegligible * svd.values[0]) ++rank;
  return svd.right.leftCols(rank);
}

}  // namespace

double breach_probability(double outside, std::int64_t free, double epsilon) {
  require(epsilon > 0 && std::isfinite(epsilon), "the tolerance eps must be above 0, got {}", epsilon);
  if (free <= 0 || outside <= kNegligible || epsilon >= 2 * outside) return 1;
  if (free == 1) return 0.5;  // the rest is known up to its sign
  const double theta = 2 * std::asin(epsilon / (2 * outside));
  const double cap = 0.5 * boost::math::ibeta(0.5 * static_cast<double>(free - 1), 0.5, square(std::sin(theta)));
  return theta <= std::numbers::pi / 2 ? cap : 1 - cap;
}

Breach breach_probabilities(const Matrix& known, const Matrix& targets, double epsilon) {
  require(known.cols() == targets.cols() || known.rows() == 0,
          "known and target records must have the same number of attributes; they have {} and {}", known.cols(),
          targets.cols());
  const Matrix basis = known.rows() == 0 ? Matrix(targets.cols(), 0) : span_of(known);
  Breach out{.outside = Vector(targets.rows()), .probability = Vector(targets.rows()), .known_rank = basis.cols()};
  for (Index i = 0; i < targets.rows(); ++i) {
    const Vector x = targets.row(i);
    const double length = x.stableNorm();
    const Vector rest = x - basis * (basis.transpose() * x);
    out.outside[i] = length > 0 ? std::min(1.0, rest.stableNorm() / length) : 0;
    out.probability[i] = breach_probability(out.outside[i], targets.cols() - basis.cols(), epsilon);
  }
  return out;
}

}  // namespace guise::theory
