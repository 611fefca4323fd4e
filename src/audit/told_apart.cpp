// SPDX-License-Identifier: Apache-2.0
#include "audit/told_apart.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

// Classes of distances by which the noise of decoys is chosen, and steps that settle it.
constexpr std::size_t kClasses = 20;
constexpr int kSteps = 200;

/// Distance to the nearest original over that to the next place. Units of the noise and the density of the originals cancel.
double nearness(const Owners& owners, Index i) {
  return owners.nearest[i] < kSamePlace ? 0 : owners.nearest[i] / owners.second[i];
}

/// Those that have another place besides the nearest: else nothing can be told apart.
std::vector<Index> with_rivals(const Owners& owners, std::vector<Index> rows) {
  std::erase_if(rows, [&](Index i) { return !std::isfinite(owners.second[i]); });
  return rows;
}

/// Share of the rows in each class of the distance to the nearest original; no class is empty.
Vector classes_of(const Owners& owners, const std::vector<Index>& rows, const std::vector<double>& bounds) {
  Vector out = Vector::Constant(kClasses, 0.5);
  for (const Index i : rows) ++out[std::lower_bound(bounds.begin(), bounds.end(), owners.nearest[i]) - bounds.begin()];
  return out / out.sum();
}

/// Shares of the noises of decoys with which these are as far from their nearest originals as the rows are: maximum likelihood
/// of a mixture, by expectation maximisation.
Vector noise_shares(const Owners& owners, const std::vector<Index>& rows, const std::vector<std::vector<Index>>& decoys) {
  std::vector<double> distances, bounds;
  for (const Index i : rows) distances.push_back(owners.nearest[i]);
  std::sort(distances.begin(), distances.end());
  for (std::size_t c = 1; c < kClasses; ++c) bounds.push_back(distances[c * distances.size() / kClasses]);
  const Vector seen = classes_of(owners, rows, bounds);
  Matrix of_noise(static_cast<Index>(decoys.size()), static_cast<Index>(kClasses));
  for (std::size_t l = 0; l < decoys.size(); ++l)
    of_noise.row(static_cast<Index>(l)) = classes_of(owners, decoys[l], bounds).transpose();
  Vector shares = Vector::Constant(of_noise.rows(), 1.0 / static_cast<double>(decoys.size()));
  for (int step = 0; step < kSteps; ++step)
    shares = shares.cwiseProduct(of_noise * seen.cwiseQuotient(of_noise.transpose() * shares));
  return shares;
}

/// Nearness of the decoys, ascending, each with the weight of its noise.
std::vector<std::pair<double, double>> weighted(const Owners& owners, const std::vector<std::vector<Index>>& decoys,
                                                const Vector& shares) {
  std::vector<std::pair<double, double>> out;
  for (std::size_t l = 0; l < decoys.size(); ++l)
    for (const Index i : decoys[l])
      out.emplace_back(nearness(owners, i), shares[static_cast<Index>(l)] / static_cast<double>(decoys[l].size()));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

bool ToldApart::no_chance() const {
  return errors > kNoChance && share > kLeastShare;
}

ToldApart told_apart(const Owners& owners, const std::vector<Index>& rows, const DecoyRanges& decoys) {
  const std::vector<Index> own = with_rivals(owners, rows);
  std::vector<std::vector<Index>> others;
  for (std::size_t l = 0; l + 1 < decoys.size(); ++l) {
    std::vector<Index> all(static_cast<std::size_t>(decoys[l + 1] - decoys[l]));
    std::iota(all.begin(), all.end(), decoys[l]);
    others.push_back(with_rivals(owners, std::move(all)));
    if (others.back().empty()) return {};
  }
  if (own.empty()) return {};
  const auto usual = weighted(owners, others, noise_shares(owners, own, others));
  double below = 0, squares = 0, threshold = 0, chance = 0;
  for (const auto& [near, weight] : usual) {
    if (below < kUsual) threshold = near;
    below += weight;
    squares += square(weight);
    if (near <= threshold) chance = below;  // decoys that are as near count, however many
  }
  const auto nearer = std::ranges::count_if(own, [&](Index i) { return nearness(owners, i) <= threshold; });
  // Two shares, as in a test of their equality; b: how many decoys of one weight tell as much.
  const double a = static_cast<double>(own.size()), b = 1 / squares, found = static_cast<double>(nearer) / a;
  if (found <= chance) return {};
  const double pooled = (a * found + b * chance) / (a + b);
  return {.share = (found - chance) / (1 - chance),
          .errors = (found - chance) / std::sqrt(pooled * (1 - pooled) * (1 / a + 1 / b))};
}

}  // namespace guise::audit
