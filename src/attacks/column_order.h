// SPDX-License-Identifier: Apache-2.0
// Which released column is which attribute, by the distribution of each and by how they correlate.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

struct ColumnOrder {
  std::vector<Index> column;  ///< of each attribute
  double misfit;              ///< what order_columns makes least
  Index doubtful;             ///< attributes that could as well change places with another
};

/// `distance(j, i)` is how far column j is from attribute i, both correlation matrices as Fisher's z, all in units of their
/// sampling error. Least is the sum of squared distances and of squared differences of correlations: assigned by distances, and
/// by distances and sorted correlations, then improved by changing places.
ColumnOrder order_columns(const Matrix& distance, const Matrix& released, const Matrix& sample);

/// Fisher's z = atanh r of the correlations in a covariance matrix; 0 on the diagonal and for constants.
Matrix fisher_z(const Matrix& covariance);

}  // namespace guise::attacks
