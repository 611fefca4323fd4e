// SPDX-License-Identifier: Apache-2.0
#include "stats/tree_cells.h"

#include <algorithm>
#include <cmath>

namespace guise::stats {
namespace {

// Cuts are read off so many rows, evenly spread: the share below a cut has a standard error of sqrt(p (1 - p) / 4096) <= 1/128,
// a cell at most, and where exactly cells end matters less than that there are many.
constexpr Index kSampled = 4096;

std::vector<double> sorted_values(const Matrix& features, Index column) {
  const Index rows = features.rows(), used = std::min(rows, kSampled);
  std::vector<double> values;
  for (Index i = 0; i < used; ++i) {
    const double value = features(i * rows / used, column);
    if (!std::isnan(value)) values.push_back(value);
  }
  std::sort(values.begin(), values.end());
  return values;
}

double between(double low, double high) {
  const double middle = low + (high - low) / 2;
  return middle > low && middle <= high ? middle : high;
}

std::vector<double> cuts_of(const std::vector<double>& values, std::size_t most) {
  std::vector<double> distinct;
  std::unique_copy(values.begin(), values.end(), std::back_inserter(distinct));
  std::vector<double> cuts;
  if (distinct.size() <= most) {
    for (std::size_t i = 1; i < distinct.size(); ++i) cuts.push_back(between(distinct[i - 1], distinct[i]));
    return cuts;
  }
  for (std::size_t i = 1; i < most; ++i) {
    const double cut = values[i * values.size() / most];
    if (cut > values.front() && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
  }
  return cuts;
}

/// The number of cuts that are not above a value, without a branch that could be guessed wrong.
std::uint8_t cell_of(double value, const std::vector<double>& cuts) {
  if (std::isnan(value)) return TreeCells::kMissing;
  const double* low = cuts.data();
  std::size_t length = cuts.size();
  while (length > 0) {
    const std::size_t half = (length + 1) / 2;
    low = low[half - 1] <= value ? low + half : low;
    length -= half;
  }
  return static_cast<std::uint8_t>(low - cuts.data());
}

}  // namespace

TreeCells::TreeCells(const Matrix& features, Index most) {
  for (Index j = 0; j < features.cols(); ++j)
    cuts_.push_back(cuts_of(sorted_values(features, j), static_cast<std::size_t>(std::clamp<Index>(most, 1, kMost))));
}

void TreeCells::write(const Matrix& features, Cells& out, Index at) const {
  for (Index j = 0; j < features.cols(); ++j) {
    const std::vector<double>& cuts = cuts_[static_cast<std::size_t>(j)];
    for (Index i = 0; i < features.rows(); ++i) out(i, at + j) = cell_of(features(i, j), cuts);
  }
}

Cells TreeCells::of(const Matrix& features) const {
  Cells out(features.rows(), features.cols());
  write(features, out, 0);
  return out;
}

}  // namespace guise::stats
