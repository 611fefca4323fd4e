// SPDX-License-Identifier: Apache-2.0
// Gaussian records behind noise whose size depends on the value: y_j = x_j + e_j, e_j ~ N(0, v_j(x_j)). The posterior mean of
// a record by expectation propagation (Minka 2001): what each released number says of its original is replaced by a Gaussian
// with the same mean and variance beside what all other numbers say.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// Variance of the noise of one column by the original value: the same within a cell. The first and the last have no end.
struct VarianceTable {
  double least = 0, width = 1;  ///< where the second cell begins; length of the inner ones
  Vector variance;

  Index cells() const { return variance.size(); }
  Index cell_of(double x) const;
};

struct UnevenModel {
  Vector mean;
  Matrix covariance;  ///< of the originals
  std::vector<VarianceTable> noise;
};

/// What is left of one number: per cell its weight, and mean and variance within.
struct CellPosterior {
  Vector weight, mean, variance;
};

/// p(x) ~ N(x; mean, variance) N(y; x, v(x)), in closed form: a Gaussian cut at the ends of each cell.
CellPosterior cells_of(const VarianceTable& noise, double released, double mean, double variance);

class UnevenPosterior {
 public:
  explicit UnevenPosterior(UnevenModel model) : model_(std::move(model)) {}

  struct Answer {
    Vector mean, variance;
    std::vector<CellPosterior> cells = {};  ///< of every column, where they are wanted
  };
  Answer find(const Vector& released, bool want_cells = false) const;

 private:
  UnevenModel model_;
};

}  // namespace guise::attacks
