// SPDX-License-Identifier: Apache-2.0
// Released columns as single attributes in other units, perhaps in another order, from known pairs: y_j = a_j x_c(j) + b_j.
#pragma once
#include <vector>

#include "attacks/knowledge.h"

namespace guise::attacks {

/// Which numbers of a column are not known.
struct ColumnModel {
  bool factor = true, constant = true;  ///< a and b; else 1 and 0
  bool ordered = true;                  ///< column j is attribute j
  Index unknown() const { return (factor ? 1 : 0) + (constant ? 1 : 0); }
};

/// y = to + factor (x - from).
struct ColumnLine {
  double factor = 1, from = 0, to = 0;
  double error = 0;   ///< variance of the factor over that of the noise
  bool shown = true;  ///< false: the pairs do not differ in it, so the factor stays open
};

/// By least squares, from eight pairs on without those that lie far off the others: of a wrong pair or a clipped value.
ColumnLine fit_line(const Vector& x, const Vector& y, const ColumnModel&);

struct ColumnFit {
  std::vector<Index> attribute;   ///< of each released column
  std::vector<ColumnLine> lines;  ///< of each released column
  Index doubtful = 0;             ///< columns that could as well be another attribute; not `shown`
};

/// As many columns in both tables, one pair at least. `noise`: variance for each released column, 0 where none is known.
ColumnFit fit_columns(const Pairs&, const ColumnModel&, const Vector& noise);

/// Squared error of the released numbers of a pair that is left out, over that of the mean of the others: averaged over at most
/// ten pairs and the columns. Takes one pair more than the model has unknowns per column, and two at least.
double left_out_error(const Pairs&, const ColumnModel&, const Vector& noise);

}  // namespace guise::attacks
