// SPDX-License-Identifier: Apache-2.0
#include "stats/side_inputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>

namespace guise::stats {
namespace {

// A number with at most this many values, each of several rows, may be a code.
constexpr std::size_t kMostCodes = 500;
// Categories that are looked at in pairs, and numbers that are multiplied: the number of pairs grows with the square.
constexpr std::size_t kMostPaired = 6, kMostMultiplied = 5;
// Categories with more values than these are not listed, or have no column for each value.
constexpr std::size_t kMostListed = 50, kMostFlags = 6, kMostFlagColumns = 12;

std::set<double> values_of(const Vector& column, std::size_t most) {
  std::set<double> values;
  for (const double value : column) {
    if (!std::isnan(value)) values.insert(value);
    if (values.size() > most) break;
  }
  return values;
}

bool is_code(const Vector& column) {
  const std::size_t count = values_of(column, kMostCodes).size();
  return count <= kMostCodes && count * 5 <= static_cast<std::size_t>(column.size());
}

double median_of(const Vector& column) {
  std::vector<double> values;
  std::copy_if(column.begin(), column.end(), std::back_inserter(values), [](double value) { return std::isfinite(value); });
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One number for several: 52 bits of a digest (splitmix64, Steele et al. 2014).
double one_of(const Matrix& side, Index row, const std::vector<Index>& columns) {
  std::uint64_t hash = 0;
  for (const Index column : columns) {
    const double value = side(row, column);
    hash ^= std::isnan(value) ? 1 : std::bit_cast<std::uint64_t>(value + 0.0);
    hash += 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
    hash ^= hash >> 31;
  }
  return static_cast<double>(hash >> 12);
}

}  // namespace

SideInputs::SideInputs(const SideColumns& side) {
  for (Index j = 0; j < side.rows.cols(); ++j) {
    const bool category = side.category[static_cast<std::size_t>(j)];
    if (!category) numbers_.push_back(j);
    if (category || is_code(side.rows.col(j))) categories_.push_back(j);
  }
  for (std::size_t c = 0; c < categories_.size(); ++c) {
    const std::set<double> found = values_of(side.rows.col(categories_[c]), kMostListed);
    values_.emplace_back();
    if (found.size() <= kMostListed) values_.back().assign(found.begin(), found.end());
    for (std::size_t d = c + 1; d < std::min(kMostPaired, categories_.size()); ++d)
      together_.push_back({categories_[c], categories_[d]});
  }
  if (categories_.size() > 2) together_.push_back(categories_);
  medians_.resize(static_cast<Index>(numbers_.size()));
  for (std::size_t k = 0; k < numbers_.size(); ++k) medians_[static_cast<Index>(k)] = median_of(side.rows.col(numbers_[k]));
}

Matrix SideInputs::categories(const Matrix& side) const {
  const auto single = static_cast<Index>(categories_.size());
  Matrix out(side.rows(), single + static_cast<Index>(together_.size()));
  out.leftCols(single) = side(Eigen::all, categories_);
  for (std::size_t t = 0; t < together_.size(); ++t)
    for (Index i = 0; i < side.rows(); ++i) out(i, single + static_cast<Index>(t)) = one_of(side, i, together_[t]);
  return out;
}

Vector SideInputs::kinds(const Matrix& side) const {
  Vector out(side.rows());
  for (Index i = 0; i < side.rows(); ++i) out[i] = one_of(side, i, categories_);
  return out;
}

Matrix SideInputs::near(const Matrix& side) const {
  const auto numbers = static_cast<Index>(numbers_.size());
  std::vector<std::size_t> flagged;
  std::size_t flags = 0;
  for (std::size_t c = 0; c < categories_.size(); ++c)
    if (!values_[c].empty() && values_[c].size() <= kMostFlags && flags + values_[c].size() <= kMostFlagColumns) {
      flagged.push_back(c);
      flags += values_[c].size();
    }
  if (numbers == 0) return Matrix(side.rows(), 0);  // categories alone have their means
  Matrix out(side.rows(), numbers + static_cast<Index>(flags));
  out.leftCols(numbers) = side(Eigen::all, numbers_);
  Index at = numbers;
  for (const std::size_t c : flagged)
    for (const double value : values_[c]) out.col(at++) = (side.col(categories_[c]).array() == value).cast<double>();
  return out;
}

Matrix SideInputs::cuts(const Matrix& side) const {
  const std::size_t numbers = numbers_.size(), multiplied = numbers <= kMostMultiplied ? numbers * (numbers - 1) / 2 : 0;
  std::vector<std::size_t> listed;
  for (std::size_t c = 0; c < categories_.size(); ++c)
    if (!values_[c].empty() && categories_.size() + numbers > 1) listed.push_back(c);
  Matrix out(side.rows(), static_cast<Index>(numbers + (numbers > 0 ? multiplied : 0) + listed.size()));
  out.leftCols(static_cast<Index>(numbers)) = side(Eigen::all, numbers_);
  auto at = static_cast<Index>(numbers);
  for (std::size_t a = 0; multiplied > 0 && a < numbers; ++a)
    for (std::size_t b = a + 1; b < numbers; ++b)
      out.col(at++) = (side.col(numbers_[a]).array() - medians_[static_cast<Index>(a)]) *
                      (side.col(numbers_[b]).array() - medians_[static_cast<Index>(b)]);
  for (const std::size_t c : listed) {
    for (Index i = 0; i < side.rows(); ++i) {
      const double value = side(i, categories_[c]);
      out(i, at) =
          std::isnan(value)
              ? value
              : static_cast<double>(std::lower_bound(values_[c].begin(), values_[c].end(), value) - values_[c].begin());
    }
    ++at;
  }
  return out;
}

}  // namespace guise::stats
