// SPDX-License-Identifier: Apache-2.0
// Dependence of two, three and more attributes by the distances between records: distance covariance (Szekely and Rizzo 2014)
// of every pair, and what only several attributes together show. Böttcher, Keller-Ressel and Schilling, "Distance
// multivariance: new dependence measures for random vectors" (Annals of Statistics 2019), section 2.
#pragma once
#include <array>

#include "base/matrix.h"

namespace guise::stats {

/// With S_i(j, k) the U-centred distances of attribute i between records j and k, sign turned, scaled to mean square 1:
struct Multivariance {
  static constexpr Index kHighest = 5;  ///< dependence that only shows in more attributes at once is not looked for
  Matrix pairs;                         ///< mean over j != k of S_a S_b: the squared distance correlation, unbiased
  /// Mean of the sums over all choices of 3, 4 and 5 attributes of the product of their S; 0 where there are fewer attributes.
  /// Above 0 where such a choice is dependent although all smaller ones in it are not.
  std::array<double, kHighest - 2> orders = {};
};

/// O(records^2 attributes^2), in bounded memory. All 0 for fewer than 4 records; a constant attribute counts for nothing.
Multivariance multivariance(const Matrix& records);

}  // namespace guise::stats
