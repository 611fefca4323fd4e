// SPDX-License-Identifier: Apache-2.0
// Equal records as one point: a search looks at a point once, however many records lie on it. Record by record, a search among
// n equal records takes time quadratic in n, as all are equally near.
#pragma once
#include <span>
#include <vector>

#include "base/matrix.h"

namespace guise::mining {

struct Points {
  Matrix columns;              ///< a column per point, in the order in which points appear first
  std::vector<Index> of;       ///< the point of every record
  std::vector<Index> first;    ///< where the members of a point begin; one more at the end
  std::vector<Index> members;  ///< records by point, ascending within one

  Index count() const { return columns.cols(); }
  std::span<const Index> at(Index point) const {
    const auto p = static_cast<std::size_t>(point);
    return {members.data() + first[p], static_cast<std::size_t>(first[p + 1] - first[p])};
  }
};

Points points_of(const Matrix& records);

}  // namespace guise::mining
