// SPDX-License-Identifier: Apache-2.0
// The exponent is the least e such that (a) the range spans at most most_cells_ cells of width 2^e aligned at multiples of it
// and (b) 2^e is not finer than the last bit of the largest magnitude, so that cell numbers are exact integers below 2^53. Both
// conditions depend only on the set of numbers and can only ask for a larger e when numbers are added; cells of 2^(e+1) are
// pairs of cells of 2^e. Hence any order of additions and merges ends with the same exponent and the same counts.
#include "stats/histogram.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>

#include "stats/block_sums.h"

namespace guise::stats {
namespace {

constexpr int kFinest = -1074;  // the smallest positive double is 2^-1074

/// Condition (b).
int finest_for(double magnitude) {
  return magnitude == 0 ? kFinest : std::max(kFinest, std::ilogb(magnitude) - 52);
}

/// Number of the cell of width 2^exponent that holds a value; rounds down as an arithmetic shift does.
struct CellOf {
  explicit CellOf(int exponent) : half(std::ldexp(1.0, -(exponent / 2))), rest(std::ldexp(1.0, -(exponent - exponent / 2))) {}
  std::int64_t operator()(double value) const {
    const double scaled = value * half * rest;  // in two factors: 2^1074 alone is infinite
    const auto cell = static_cast<std::int64_t>(scaled);
    // The cast rounds towards zero; a negative value that underflows to -0 still lies in cell -1. Without a branch: signs are
    // as good as random, and a branch guessed wrong every other time costs more than all the rest.
    return cell - static_cast<std::int64_t>((scaled < static_cast<double>(cell)) | ((scaled == 0) & (value < 0)));
  }
  double half, rest;
};

}  // namespace

void Histogram::coarsen() {
  const std::int64_t first = first_ >> 1;
  const std::int64_t last = (first_ + static_cast<std::int64_t>(cells_.size()) - 1) >> 1;
  std::vector<std::int64_t> joined(static_cast<std::size_t>(last - first + 1));
  for (std::size_t i = 0; i < cells_.size(); ++i)
    joined[static_cast<std::size_t>(((first_ + static_cast<std::int64_t>(i)) >> 1) - first)] += cells_[i];
  cells_ = std::move(joined);
  first_ = first;
  ++exponent_;
}

void Histogram::make_room(double low, double high) {
  const int finest = finest_for(std::max(std::abs(low), std::abs(high)));
  if (cells_.empty()) {
    exponent_ = finest;
    first_ = CellOf(exponent_)(low);
    cells_.assign(1, 0);
  }
  while (exponent_ < finest) coarsen();
  for (;; coarsen()) {
    const CellOf cell(exponent_);
    const std::int64_t first = std::min(first_, cell(low));
    const std::int64_t last = std::max(first_ + static_cast<std::int64_t>(cells_.size()) - 1, cell(high));
    if (last - first >= most_cells_) continue;
    cells_.insert(cells_.begin(), static_cast<std::size_t>(first_ - first), 0);
    cells_.resize(static_cast<std::size_t>(last - first + 1));
    first_ = first;
    return;
  }
}

void Histogram::add(std::span<const double> values) {
  const Range range = range_of(values.data(), static_cast<Index>(values.size()));
  if (!range.finite) {  // rare: counted apart from the fast way
    std::vector<double> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    if (!finite.empty()) add(finite);
    return;
  }
  if (values.empty()) return;
  make_room(range.least, range.most);
  const CellOf cell(exponent_);
  std::int64_t* cells = cells_.data();
  for (const double value : values) ++cells[cell(value) - first_];
  count_ += static_cast<std::int64_t>(values.size());
}

void Histogram::merge(const Histogram& other) {
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  Histogram theirs = other;
  while (exponent_ < theirs.exponent_) coarsen();
  while (theirs.exponent_ < exponent_) theirs.coarsen();
  const auto last = [](const Histogram& h) { return h.first_ + static_cast<std::int64_t>(h.cells_.size()) - 1; };
  while (std::max(last(*this), last(theirs)) - std::min(first_, theirs.first_) >= most_cells_) {
    coarsen();
    theirs.coarsen();
  }
  const std::int64_t first = std::min(first_, theirs.first_), end = std::max(last(*this), last(theirs)) + 1;
  cells_.insert(cells_.begin(), static_cast<std::size_t>(first_ - first), 0);
  cells_.resize(static_cast<std::size_t>(end - first));
  first_ = first;
  for (std::size_t i = 0; i < theirs.cells_.size(); ++i)
    cells_[i + static_cast<std::size_t>(theirs.first_ - first)] += theirs.cells_[i];
  count_ += theirs.count_;
}

double Histogram::width() const {
  return std::ldexp(1.0, exponent_);
}

double Histogram::edge(std::size_t cell) const {
  return std::ldexp(static_cast<double>(first_ + static_cast<std::int64_t>(cell)), exponent_);
}

double Histogram::quantile(double share) const {
  if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
  const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(count_);
  double before = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] == 0) continue;
    const auto here = static_cast<double>(cells_[i]);
    if (before + here >= wanted) return edge(i) + width() * ((wanted - before) / here);
    before += here;
    last = i;
  }
  return edge(last + 1);
}

}  // namespace guise::stats
