// SPDX-License-Identifier: Apache-2.0
#include "stats/class_columns.h"

#include <algorithm>
#include <cmath>

namespace guise::stats {
namespace {

constexpr std::size_t kRecordsPerClass = 5, kParts = 8;

}  // namespace

int ClassColumn::of(double value) const {
  if (std::isnan(value)) return -1;
  const auto at = std::lower_bound(values.begin(), values.end(), value);
  if (exact && (at == values.end() || *at != value)) return -1;
  return static_cast<int>(at - values.begin());
}

ClassColumn class_column(const Vector& column, bool number, std::size_t most) {
  std::vector<double> sorted;
  std::copy_if(column.begin(), column.end(), std::back_inserter(sorted), [](double value) { return !std::isnan(value); });
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> distinct;
  std::unique_copy(sorted.begin(), sorted.end(), std::back_inserter(distinct));
  if (distinct.size() < 2) return {};
  if (distinct.size() <= most && kRecordsPerClass * distinct.size() <= sorted.size()) return {std::move(distinct), true};
  if (!number) return {};
  ClassColumn out;
  for (std::size_t part = 1; part < kParts; ++part) out.values.push_back(sorted[part * sorted.size() / kParts]);
  out.values.erase(std::unique(out.values.begin(), out.values.end()), out.values.end());
  return out;
}

Eigen::MatrixXi classes_of(const std::vector<ClassColumn>& columns, const Matrix& rows) {
  Eigen::MatrixXi out(rows.rows(), std::ssize(columns));
  for (Index j = 0; j < out.cols(); ++j)
    for (Index i = 0; i < out.rows(); ++i) out(i, j) = columns[static_cast<std::size_t>(j)].of(rows(i, j));
  return out;
}

}  // namespace guise::stats
