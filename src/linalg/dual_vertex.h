// SPDX-License-Identifier: Apache-2.0
// Corners of the polytope {p : |A_j'p| <= c_j for every column j of A}: the dual of min sum c_j |z_j| subject to A z = u.
// It does not depend on u: all records that went through one matrix share its corners.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::linalg {

/// Corner p where A_B'p = sign * c for the basis B, as the simplex tableau A_B^-1 W of W = [A, further columns].
struct DualVertex {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Index> basis;
  std::vector<double> sign;
  Rows tableau;              ///< k rows
  Eigen::RowVectorXd price;  ///< p'W, of as many columns as are wanted

  Vector reach = {};  ///< scratch of cross()

  /// Where W = [A, I, …]: p, and A_B^-1.
  Vector corner() const { return price.segment(price.size() - tableau.rows(), tableau.rows()).transpose(); }
  Rows inverse() const { return tableau.middleCols(price.size() - tableau.rows(), tableau.rows()); }

  /// Along the edge where the constraint of basis[row] alone is left, to the corner at its other end.
  void cross(Index row, const Vector& cost);
};

/// Some corner, with W = [A, I]: the last k columns of the tableau are A_B^-1 and of the price p'. A has full row rank.
DualVertex first_vertex(const Matrix& a, const Vector& cost);

}  // namespace guise::linalg
