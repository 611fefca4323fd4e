// SPDX-License-Identifier: Apache-2.0
// The z with the least sum of |z_j| among all with A z = u, for many u and one matrix A: a linear program per record.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "linalg/corner_list.h"
#include "linalg/dual_vertex.h"

namespace guise::linalg {

class LeastL1 {
 public:
  /// A has full row rank; columns of zeros get z_j = 0.
  explicit LeastL1(const Matrix& a);

  /// Rows u' to rows z'. Safe to call from several threads.
  Matrix solve(const MatrixRef& right) const;

  /// Corners of the dual, p and -p counted once, where they were few enough to be listed; 0: every record walks to its own.
  Index listed_corners() const { return corners_.size(); }

  /// Columns that are 0 in the answer to any u; known only where corners were listed.
  Index unused_columns() const { return listed_corners() > 0 ? a_.cols() - corners_.used_columns() : 0; }

 private:
  void list_corners(const DualVertex& first);
  void choose_starts(const DualVertex& first);
  void walk_to_corners(const MatrixRef& right, Eigen::Ref<Matrix> out) const;

  Matrix a_;
  Vector cost_;
  CornerList corners_;
  std::vector<DualVertex> starts_;  // where walks begin, W = [A, I, z]
  Matrix start_corners_;            // their p
};

}  // namespace guise::linalg
