// SPDX-License-Identifier: Apache-2.0
// Groups of records along a column that each have a regression of their own: the cuts with the least leave-one-out error, by
// dynamic programming over all segments between the points of a grid (Jackson et al. 2005), and then moved one record at a
// time.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

/// Rows belong together. Targets are in units in which their errors count alike.
struct Regressed {
  Matrix features, targets;
};

struct Segments {
  std::vector<double> cuts;  ///< rising; a record with the column below the first is of group 0, and so on
  double error = 0;          ///< sum of squares, each record left out of its group's fit
};

struct SegmentRules {
  Index least = 10;       ///< records of a group
  Index grid = 40;        ///< points where groups may begin
  double penalty = 0.02;  ///< share of the error of a single group that one more group must take off
};

/// Sum of squares that ridge regression leaves of records left out one by one.
double left_out_error(const Regressed& records);

/// The best cuts along `column`; none where one group is best.
Segments find_segments(const Regressed& records, const Vector& column, const SegmentRules& rules);

}  // namespace guise::attacks
