// SPDX-License-Identifier: Apache-2.0
#include "measures/nearest_rows.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"

namespace guise::measures {

NearestRows::NearestRows(const Matrix& rows, const Matrix& people)
    : rows_(rows), sd_(stats::moments_of(people).variance().cwiseSqrt()) {
  for (Index j = 0; j < people.cols(); ++j)
    if (people.col(j).minCoeff() < people.col(j).maxCoeff() && sd_[j] > 0) columns_.push_back(j);
}

std::vector<Index> NearestRows::nearest(const Vector& person, const std::vector<Index>& columns, Index count,
                                        std::uint64_t start) const {
  const Index n = rows_.rows(), first = static_cast<Index>(start % static_cast<std::uint64_t>(n));
  Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(n);
  for (const Index j : columns) squares += ((rows_.col(j).array() - person[j]) * (1 / sd_[j])).square();
  Eigen::ArrayXd copy = squares;
  count = std::min(count, n);
  std::nth_element(copy.begin(), copy.begin() + count - 1, copy.end());
  const double farthest = copy[count - 1];
  Index equal = count - (squares < farthest).count();  // of the farthest ones that still belong to it
  std::vector<Index> out;
  for (Index i = 0; i < n; ++i) {
    const Index row = first + i < n ? first + i : first + i - n;
    if (squares[row] < farthest || (squares[row] == farthest && equal-- > 0)) out.push_back(row);
  }
  return out;
}

}  // namespace guise::measures
