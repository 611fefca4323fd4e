// SPDX-License-Identifier: Apache-2.0
// Smooth functions of several inputs, learnt through noise: ridge regression on random cosines, which is a Gaussian process
// with few terms (Rahimi and Recht 2007). How far neighbours reach and the ridge are chosen by generalized cross-validation
// (Golub, Heath and Wahba 1979).
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

class SmoothFit {
 public:
  /// Learns every column of `targets` from the same rows of `inputs` (NaN: as the mean), each with its own reach.
  SmoothFit(const Matrix& inputs, const Matrix& targets, const std::vector<Reach>& reaches);

  Matrix predict(const Matrix& inputs) const;  ///< thread-safe

  /// The best reach for each target, of at most two different ones; on some of the rows.
  static std::vector<Reach> choose(const Matrix& inputs, const Matrix& targets);

 private:
  /// Inputs as they are compared: of mean 0 and standard deviation 1, or ranks of the same spread.
  struct Units {
    Units(const Matrix& inputs, bool ranks);
    Matrix of(const Matrix& inputs) const;
    Vector center, scale;
    std::vector<Vector> knots = {};  ///< quantiles of each input, where ranks are compared
  };
  /// The cosines of one reach, with the targets that are learnt from them.
  struct Part {
    Units units;
    Matrix frequencies;
    Vector phases, center;  ///< center: of the terms
    std::vector<Index> targets;
    Matrix weights;
    Matrix terms(const Matrix& inputs) const;
  };
  struct Solved {
    Matrix weights;
    Vector error;  ///< generalized cross-validation, over the variance of the target
  };
  static Part part_of(const Matrix& inputs, const Reach& reach, Index cosines);
  static Solved solve(const Matrix& centred_terms, const Matrix& centred_targets);

  Vector mean_;
  std::vector<Part> parts_;
};

}  // namespace guise::stats
