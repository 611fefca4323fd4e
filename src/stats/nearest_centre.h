// SPDX-License-Identifier: Apache-2.0
// Which of a few centres is nearest, for blocks of records: the inner loop of k-means.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

class NearestCentre {
 public:
  /// Centres are rows. All is measured from `origin`, a point amid the records: squared lengths would drown distances where
  /// these lie far from zero.
  NearestCentre(const Matrix& centres, const Vector& origin);
  /// Number of the nearest centre for each record; the first of those that are equally near. Thread-safe.
  void find(const MatrixRef& records, std::vector<int>& nearest) const;

 private:
  Vector origin_;
  std::vector<double> packed_;  // coordinates of centres as the kernels read them
  std::vector<double> half_;    // |c|^2 / 2
};

}  // namespace guise::stats
