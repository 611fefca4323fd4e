// SPDX-License-Identifier: Apache-2.0
// What monotone functions of single columns leave as it is: the correlations and third moments of normal scores, and the shares
// of equal values. Beyond-2 section 4.3.
#pragma once
#include "base/matrix.h"

namespace guise::attacks {

/// What is compared of a table of originals and of a release.
struct RankProfile {
  Matrix scores;       ///< normal scores of every column
  Matrix correlation;  ///< of these, as Fisher's z
  Matrix third;        ///< mean of z_i^2 z_j: its sign is that of column j; 0 on the diagonal
  Matrix middle;       ///< middle ranks at even levels: straight without ties
  Matrix shape;        ///< quantiles in standard units: these stay where the function is a straight line
  Index records = 0;
};
RankProfile rank_profile(const Matrix& records);

}  // namespace guise::attacks
