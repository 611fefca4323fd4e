// SPDX-License-Identifier: Apache-2.0
#include "masks/visible.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "stats/block_sums.h"

namespace guise::masks {
namespace {

/// The largest magnitude in a column, of the records that are not left out for missing values.
double largest_in(const table::Chunk& chunk, Index j) {
  const stats::Range range = stats::range_of(chunk.values.col(j).data(), chunk.records());
  if (range.finite) return std::max(std::abs(range.least), std::abs(range.most));
  double largest = 0;
  for (const double value : chunk.values.col(j))
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

void require_visible(const Vector& sd, const std::vector<std::string>& columns, const table::Chunk& chunk, int bits) {
  for (Index j = 0; j < sd.size(); ++j) {
    const double largest = chunk.records() > 0 ? largest_in(chunk, j) : 0;
    if (largest == 0) continue;
    const double apart = std::ldexp(1.0, std::ilogb(largest) - bits);
    require(sd[j] >= 4 * apart,
            "step 'noise': column '{}' holds {:.6g}, where {} are {:.3g} apart; noise of sd={:.3g} would be rounded away and "
            "the value released unmasked: use more noise, or subtract a constant from the column first",
            columns[static_cast<std::size_t>(j)], largest,
            bits == 52 ? "floating-point numbers" : "the file's single-precision numbers", apart, sd[j]);
  }
}

}  // namespace guise::masks
