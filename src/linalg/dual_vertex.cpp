// SPDX-License-Identifier: Apache-2.0
#include "linalg/dual_vertex.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/clones.h"

namespace guise::linalg {
namespace {

// Entries of the tableau below this are rounding errors of zeros, no pivots.
constexpr double kLeastPivot = 1e-11;

// Half the work is in these two loops.

/// reach[j]: how far p may go before column j is tight, when p'A_j changes by -from * row[j] per step. The column that leaves
/// counts itself, for its other side.
GUISE_CLONES void reaches(const double* row, const double* price, const double* cost, Index count, double from, double* reach) {
  for (Index j = 0; j < count; ++j) {
    const double slope = -from * row[j];
    const double step = ((slope < 0 ? -cost[j] : cost[j]) - price[j]) / slope;
    reach[j] = std::abs(slope) > kLeastPivot ? step : std::numeric_limits<double>::infinity();
  }
}

/// to -= factor * row
GUISE_CLONES void subtract(const double* row, double factor, Index count, double* to) {
  for (Index j = 0; j < count; ++j) to[j] -= factor * row[j];
}

}  // namespace

void DualVertex::cross(Index row, const Vector& cost) {
  const auto place = static_cast<std::size_t>(row);
  const Index width = tableau.cols();
  double* pivot_row = &tableau(row, 0);
  const double from = sign[place];
  reach.resize(cost.size());
  reaches(pivot_row, price.data(), cost.data(), cost.size(), from, reach.data());
  Index enters = 0;
  const double step = std::max(reach.minCoeff(&enters), 0.0);
  assert(std::isfinite(step) && "A has not full row rank");
  const double to = -from * pivot_row[enters] < 0 ? -1 : 1;
  subtract(pivot_row, step * from, price.size(), price.data());
  price[enters] = to * cost[enters];
  sign[place] = to;
  if (enters == basis[place]) return;  // the same constraint, met from its other side
  basis[place] = enters;
  tableau.row(row) *= 1 / pivot_row[enters];
  pivot_row[enters] = 1;
  for (Index i = 0; i < tableau.rows(); ++i) {
    double* other = &tableau(i, 0);
    if (i == row || other[enters] == 0) continue;
    subtract(pivot_row, other[enters], width, other);
    other[enters] = 0;
  }
}

DualVertex first_vertex(const Matrix& a, const Vector& cost) {
  const Index k = a.rows(), m = a.cols();
  // From p = 0, where nothing is tight and I stands for the basis, one row after the other.
  DualVertex out{.basis = std::vector<Index>(static_cast<std::size_t>(k), -1),
                 .sign = std::vector<double>(static_cast<std::size_t>(k), 1.0),
                 .tableau = DualVertex::Rows(k, m + k),
                 .price = Eigen::RowVectorXd::Zero(m + k),
                 .reach = {}};
  out.tableau << a, Matrix::Identity(k, k);
  for (Index row = 0; row < k; ++row) out.cross(row, cost);
  return out;
}

}  // namespace guise::linalg
