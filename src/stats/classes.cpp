// SPDX-License-Identifier: Apache-2.0
#include "stats/classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace guise::stats {
namespace {

double key(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace

Classes::Classes(const Vector& column) : of_(column.size()) {
  for (Index i = 0; i < column.size(); ++i)
    of_[i] = places_.try_emplace(key(column[i]), static_cast<int>(places_.size())).first->second;
  sizes_ = Vector::Zero(std::ssize(places_));
  for (const int each : of_) sizes_[each] += 1;
}

int Classes::of(double value) const {
  const auto found = places_.find(key(value));
  return found == places_.end() ? -1 : found->second;
}

Matrix Classes::means(const Matrix& targets) const {
  Matrix out = Matrix::Zero(count(), targets.cols());
  for (Index i = 0; i < of_.size(); ++i) out.row(of_[i]) += targets.row(i);
  return sizes_.cwiseInverse().asDiagonal() * out;
}

double apart(const Classes& classes, const Matrix& means, const Matrix& targets) {
  // Between / within is chi-squared with classes - 1 degrees of freedom where nothing differs, so that its cube root is nearly
  // normal (Wilson and Hilferty 1931).
  const auto n = static_cast<double>(targets.rows()), freedom = static_cast<double>(classes.count()) - 1;
  if (freedom < 1 || n < 2 * (freedom + 1)) return 0;
  const double middle = 1 - 2 / (9 * freedom), sd = std::sqrt(2 / (9 * freedom));
  double most = 0;
  for (Index j = 0; j < targets.cols(); ++j) {
    const double between = classes.sizes().dot(means.col(j).cwiseAbs2());
    const double within = (targets.col(j).squaredNorm() - between) / (n - freedom - 1);
    if (between > 0) most = std::max(most, (std::cbrt(between / std::max(within, 1e-300) / freedom) - middle) / sd);
  }
  return most;
}

}  // namespace guise::stats
