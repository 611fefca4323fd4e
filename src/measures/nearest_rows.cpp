// SPDX-License-Identifier: Apache-2.0
#include "measures/nearest_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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
  for (const Index j : columns) squares += ((rows_.col(j).array() - person[j]) / sd_[j]).square();
  const auto key = [&](Index row) { return std::pair(squares[row], (row - first + n) % n); };
  const auto nearer = [&](Index a, Index b) { return key(a) < key(b); };
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::nth_element(order.begin(), order.begin() + std::min(count, n) - 1, order.end(), nearer);
  order.resize(static_cast<std::size_t>(std::min(count, n)));
  return order;
}

}  // namespace guise::measures
