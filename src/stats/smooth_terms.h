// SPDX-License-Identifier: Apache-2.0
// What smooth functions are sums of: the inputs themselves and cosines along random directions of them, which together are a
// Gaussian process with few terms (Rahimi and Recht 2007).
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

/// How alike two records are: by values or by ranks of their inputs, and at what distance half of it is gone, about.
struct Reach {
  double width = 1;  ///< in standard deviations of the inputs
  bool ranks = false;
  bool operator==(const Reach&) const = default;
};

class SmoothTerms {
 public:
  /// Units are those of these inputs (NaN: as the mean). The directions are the same in every fit.
  SmoothTerms(const Matrix& inputs, const Reach& reach, Index cosines);

  Matrix of(const Matrix& inputs) const;  ///< a row of terms for each; thread-safe

 private:
  /// Inputs as they are compared: of mean 0 and standard deviation 1, or ranks of the same spread.
  struct Units {
    Units(const Matrix& inputs, bool ranks);
    Matrix of(const Matrix& inputs) const;
    Vector center, scale;
    std::vector<Vector> knots = {};  ///< quantiles of each input, where ranks are compared
  };
  Units units_;
  Eigen::MatrixXf frequencies_;  ///< turns along each input
  Eigen::VectorXf phases_;       ///< in turns
};

}  // namespace guise::stats
