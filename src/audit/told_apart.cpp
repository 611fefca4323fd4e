// SPDX-License-Identifier: Apache-2.0
#include "audit/told_apart.h"

#include <algorithm>
#include <cmath>

namespace guise::audit {
namespace {

// Standard deviations of the noise within which two places are the same: distances have rounding errors.
constexpr double kSamePlace = 0.01;
// Share of decoys whose nearest original is as near by chance: what counts as nearer than usual.
constexpr double kUsual = 0.05;
// Standard errors that are no chance, of rows that nothing was fitted to; three channels are tried.
constexpr double kNoChance = 4;
// Share of rows that have an owner beyond chance, below which other people of the same kind may explain it: they come a little
// nearer to a table than its people to each other do, 0.026 at most in tables of households and of random numbers.
constexpr double kLeastShare = 0.04;

/// Distance to the nearest original over that to the next place. Units of the noise and the density of the originals cancel.
/// Where there is no other place nothing can be told apart.
std::vector<double> nearness(const Owners& owners, const auto& rows) {
  std::vector<double> out;
  for (const Index i : rows)
    if (std::isfinite(owners.second[i]))
      out.push_back(owners.nearest[i] < kSamePlace ? 0 : owners.nearest[i] / owners.second[i]);
  return out;
}

double share_up_to(const std::vector<double>& values, double most) {
  const auto count = std::count_if(values.begin(), values.end(), [&](double value) { return value <= most; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

}  // namespace

bool ToldApart::no_chance() const {
  return errors > kNoChance && share > kLeastShare;
}

ToldApart told_apart(const Owners& owners, const std::vector<Index>& rows, Index decoys) {
  std::vector<Index> others;
  for (Index i = decoys; i < owners.nearest.size(); ++i) others.push_back(i);
  const std::vector<double> own = nearness(owners, rows);
  std::vector<double> usual = nearness(owners, others);
  if (own.empty() || usual.empty()) return {};
  const auto at = usual.begin() + static_cast<std::ptrdiff_t>(kUsual * static_cast<double>(usual.size() - 1));
  std::nth_element(usual.begin(), at, usual.end());
  const double threshold = *at, found = share_up_to(own, threshold), chance = share_up_to(usual, threshold);
  if (found <= chance) return {};
  // Two shares, as in a test of their equality.
  const double a = static_cast<double>(own.size()), b = static_cast<double>(usual.size());
  const double pooled = (a * found + b * chance) / (a + b);
  return {.share = (found - chance) / (1 - chance),
          .errors = (found - chance) / std::sqrt(pooled * (1 - pooled) * (1 / a + 1 / b))};
}

}  // namespace guise::audit
