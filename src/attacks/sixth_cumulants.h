// SPDX-License-Identifier: Apache-2.0
// Cumulants of order 6 along directions of a release in two columns: sum over j of k6(x_j) (u . m_j)^6 for independent
// attributes. Three columns of a matrix that are 60 degrees apart show in no lower order: cos^4 of such angles add up to a
// constant. Beyond section 1.10 (b), which solves for the columns by a binary sextic; here they join the fit of the lower
// orders.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

class SixthCumulants {
 public:
  /// `released` has two white columns. `originals`: own sixth cumulants of attributes of variance 1. `error`: share of the
  /// spread of one record that sampling leaves in a mean.
  SixthCumulants(const Matrix& released, Vector originals, double error);

  Index count() const { return target_.size(); }
  /// Differences for M in standard errors, and their derivatives by its entries, column by column.
  void residuals(const Matrix& m, Eigen::Ref<Vector> out, Eigen::Ref<Matrix> jacobian) const;

 private:
  Matrix directions_;  // in rows
  Vector originals_, target_, weight_;
};

}  // namespace guise::attacks
