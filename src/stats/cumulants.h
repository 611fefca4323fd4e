// SPDX-License-Identifier: Apache-2.0
// Joint cumulants of order 2, 3 and 4 as symmetric tensors. Those of independent attributes are diagonal; normal ones have none
// above the second.
#pragma once
#include "base/matrix.h"

namespace guise::stats {

/// A symmetric tensor of some order, first index in rows, the others in columns with the second running fastest.
using Tensor = Matrix;

struct Cumulants {
  Matrix second;
  Tensor third, fourth;
  /// Own ones of each column; empty where columns are not known to be independent.
  Vector sixth = {};
};

/// Of the columns; every mean divides by n. The fourth order has columns^4 entries.
Cumulants cumulants_of(const Matrix& records);

/// Only the diagonals: what is left when the columns are known to be independent.
Cumulants diagonal(const Cumulants& cumulants);

/// Of order 6, of each column by itself: m6 - 15 m4 m2 - 10 m3^2 + 30 m2^3.
Vector sixth_cumulants(const Matrix& records);

/// Contracts `times` of the indices of a tensor of that order with `map`: sum over i of map(a, i) T(i, …). New indices run
/// behind the old ones. After as many times as the order: the cumulants of map x.
Tensor contract(const Tensor& tensor, int order, const Matrix& map, int times);

}  // namespace guise::stats
