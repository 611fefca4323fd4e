// SPDX-License-Identifier: Apache-2.0
#include "measures/calibration.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "measures/figure.h"

namespace guise::measures {

Calibration calibration_of(const std::vector<double>& claimed, const std::vector<bool>& held) {
  assert(claimed.size() == held.size());
  constexpr int kCells = 10;
  struct Sums {
    double claimed = 0;
    std::int64_t held = 0, claims = 0;
  };
  Sums sums[kCells];
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    Sums& cell = sums[std::clamp(static_cast<int>(claimed[i] * kCells), 0, kCells - 1)];
    cell.claimed += claimed[i];
    cell.held += held[i];
    ++cell.claims;
  }
  Calibration out;
  double gaps = 0;
  for (const Sums& cell : sums) {
    if (cell.claims == 0) continue;
    out.cells.push_back({cell.claimed / static_cast<double>(cell.claims), share(cell.held, cell.claims), cell.claims});
    gaps += std::abs(cell.claimed - static_cast<double>(cell.held));
  }
  if (!claimed.empty()) out.gap = gaps / static_cast<double>(claimed.size());
  return out;
}

}  // namespace guise::measures
