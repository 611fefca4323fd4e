// SPDX-License-Identifier: Apache-2.0
#include "jobs/pair_lookup.h"

#include <algorithm>
#include <numeric>

#include "attacks/rounding.h"
#include "base/error.h"

namespace guise::jobs {
namespace {

// Share of the largest number of a column that single precision, in one of the files, may have rounded away.
constexpr double kDigits = 1e-6;

Index distinct(Vector values) {
  std::sort(values.begin(), values.end());
  return std::unique(values.begin(), values.end()) - values.begin();
}

}  // namespace

PairLookup::PairLookup(const Matrix& wanted)
    : order_(static_cast<std::size_t>(wanted.rows())), seen_(static_cast<std::size_t>(wanted.rows()), 0) {
  if (wanted.size() == 0) return;
  // Pairs may have been copied with fewer decimals than the release has, rounded or cut off.
  allowed_ = attacks::decimal_units(wanted) + kDigits * wanted.cwiseAbs().colwise().maxCoeff().transpose();
  std::vector<Index> counts;
  for (Index j = 0; j < wanted.cols(); ++j) counts.push_back(distinct(wanted.col(j)));
  column_ = std::max_element(counts.begin(), counts.end()) - counts.begin();
  std::iota(order_.begin(), order_.end(), Index{0});
  std::sort(order_.begin(), order_.end(), [&](Index a, Index b) { return wanted(a, column_) < wanted(b, column_); });
  wanted_ = wanted(order_, Eigen::all);
}

void PairLookup::see(const MatrixRef& rows) {
  if (wanted_.rows() == 0) return;
  for (Index i = 0; i < rows.rows(); ++i) compare(rows, i);
}

void PairLookup::compare(const MatrixRef& rows, Index row) {
  const auto keys = wanted_.col(column_);
  const double here = rows(row, column_), reach = allowed_(column_);
  for (auto key = std::lower_bound(keys.begin(), keys.end(), here - reach); key != keys.end() && *key <= here + reach; ++key) {
    const Index at = key - keys.begin();
    if (((wanted_.row(at) - rows.row(row)).cwiseAbs().array() > allowed_.transpose().array()).any()) continue;
    const std::lock_guard lock(mutex_);
    seen_[static_cast<std::size_t>(order_[static_cast<std::size_t>(at)])] = 1;
  }
}

void PairLookup::require_all(const std::string& pairs_file, const std::string& release) const {
  const auto missing = std::count(seen_.begin(), seen_.end(), 0);
  const auto first = std::find(seen_.begin(), seen_.end(), 0) - seen_.begin() + 1;
  require(missing == 0,
          "{} of the {} records of {} {} not in {}, the first is record {}; known pairs are records of this release", missing,
          seen_.size(), pairs_file, missing == 1 ? "is" : "are", release, first);
}

}  // namespace guise::jobs
