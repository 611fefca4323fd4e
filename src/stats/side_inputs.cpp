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
// Categories with more values than these may stand in an order that tells something.
constexpr std::size_t kMostUnordered = 100;

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

struct Quartiles {
  double low = 0, middle = 0, high = 0;
  bool has(double value) const { return low < value && value < high; }
};

Quartiles quartiles_of(const Vector& column) {
  std::vector<double> values;
  std::copy_if(column.begin(), column.end(), std::back_inserter(values), [](double value) { return std::isfinite(value); });
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {values[n / 4], values[n / 2], values[3 * n / 4]};
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

SideInputs::SideInputs(const SideColumns& side, std::vector<SidePart> parts) : parts_(std::move(parts)) {
  for (Index j = 0; j < side.rows.cols(); ++j) {
    const bool category = side.category[static_cast<std::size_t>(j)];
    if (!category) numbers_.push_back(j);
    if (!category && !is_code(side.rows.col(j))) continue;
    categories_.push_back(j);
    is_code_.push_back(!category);
  }
  ordered_ = numbers_;
  for (std::size_t c = 0; c < categories_.size(); ++c) {
    const std::set<double> found = values_of(side.rows.col(categories_[c]), kMostUnordered);
    values_.emplace_back();
    if (found.size() <= kMostListed) values_.back().assign(found.begin(), found.end());
    if (found.size() > kMostUnordered && !is_code_[c]) ordered_.push_back(categories_[c]), is_code_[c] = true;
    for (std::size_t d = c + 1; d < std::min(kMostPaired, categories_.size()); ++d)
      together_.push_back({categories_[c], categories_[d]});
  }
  if (categories_.size() > 2) together_.push_back(categories_);
  if (numbers_.size() <= kMostMultiplied) pair_numbers(side.rows);
}

void SideInputs::pair_numbers(const Matrix& side) {
  std::vector<Quartiles> quartiles;
  for (const Index j : numbers_) quartiles.push_back(quartiles_of(side.col(j)));
  for (std::size_t a = 0; a < numbers_.size(); ++a)
    for (std::size_t b = a + 1; b < numbers_.size(); ++b) {
      const Quartiles &first = quartiles[a], &second = quartiles[b];
      pairs_.push_back({numbers_[a], numbers_[b], first.middle, second.middle, false});
      // The sign of a product turns exactly at 0: records between 0 and the median would be taken for the other sign.
      if (first.has(0) && second.has(0)) pairs_.push_back({numbers_[a], numbers_[b], 0, 0, false});
      if (first.has(second.middle) && second.has(first.middle)) pairs_.push_back({numbers_[a], numbers_[b], 0, 0, true});
    }
}

std::vector<Index> SideInputs::where(bool coded) const {
  const auto code = [&](Index column) {
    return is_code_[static_cast<std::size_t>(std::find(categories_.begin(), categories_.end(), column) - categories_.begin())];
  };
  std::vector<Index> out;
  if (coded)
    for (std::size_t p = 0; p < parts_.size(); ++p) out.push_back(singles() + std::ssize(together_) + static_cast<Index>(p));
  for (Index c = 0; c < singles(); ++c)
    if (is_code_[static_cast<std::size_t>(c)] == coded) out.push_back(c);
  for (std::size_t t = 0; t < together_.size(); ++t)
    if (std::any_of(together_[t].begin(), together_[t].end(), code) == coded) out.push_back(singles() + static_cast<Index>(t));
  return out;
}

Matrix SideInputs::categories(const Matrix& side) const {
  const auto single = static_cast<Index>(categories_.size()), parts = single + std::ssize(together_);
  Matrix out(side.rows(), parts + std::ssize(parts_));
  out.leftCols(single) = side(Eigen::all, categories_);
  for (std::size_t t = 0; t < together_.size(); ++t)
    for (Index i = 0; i < side.rows(); ++i) out(i, single + static_cast<Index>(t)) = one_of(side, i, together_[t]);
  for (std::size_t p = 0; p < parts_.size(); ++p) out.col(parts + static_cast<Index>(p)) = parts_[p].of(side);
  return out;
}

Vector SideInputs::kinds(const Matrix& side) const {
  Vector out(side.rows());
  for (Index i = 0; i < side.rows(); ++i) out[i] = one_of(side, i, categories_);
  return out;
}

Matrix SideInputs::near(const Matrix& side) const {
  const auto numbers = static_cast<Index>(ordered_.size());
  std::vector<std::size_t> flagged;
  std::size_t flags = 0;
  for (std::size_t c = 0; c < categories_.size(); ++c)
    if (!values_[c].empty() && values_[c].size() <= kMostFlags && flags + values_[c].size() <= kMostFlagColumns) {
      flagged.push_back(c);
      flags += values_[c].size();
    }
  if (numbers == 0) return Matrix(side.rows(), 0);  // categories without an order have their means
  Matrix out(side.rows(), numbers + static_cast<Index>(flags));
  out.leftCols(numbers) = side(Eigen::all, ordered_);
  Index at = numbers;
  for (const std::size_t c : flagged)
    for (const double value : values_[c]) out.col(at++) = (side.col(categories_[c]).array() == value).cast<double>();
  return out;
}

Matrix SideInputs::cuts(const Matrix& side) const {
  const std::size_t numbers = ordered_.size();
  std::vector<std::size_t> listed;
  for (std::size_t c = 0; c < categories_.size(); ++c)
    if (!values_[c].empty() && categories_.size() + numbers > 1) listed.push_back(c);
  Matrix out(side.rows(), static_cast<Index>(numbers + pairs_.size() + listed.size()));
  out.leftCols(static_cast<Index>(numbers)) = side(Eigen::all, ordered_);
  auto at = static_cast<Index>(numbers);
  for (const Pair& pair : pairs_) {
    const auto first = side.col(pair.first).array() - pair.from_first,
               second = side.col(pair.second).array() - pair.from_second;
    if (pair.difference)
      out.col(at++) = first - second;
    else
      out.col(at++) = first * second;
  }
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
