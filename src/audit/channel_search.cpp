// SPDX-License-Identifier: Apache-2.0
#include "audit/channel_search.h"

#include <limits>

#include "audit/channel_fit.h"
#include "audit/dequantised.h"
#include "linalg/spectrum.h"

namespace guise::audit {
namespace {

// Variance of the noise, in that of the release, below which a channel is exact.
constexpr double kExact = 1e-8;
constexpr Turns kToCompare = {.nearest = 6, .drawn = 3}, kToSettle = {.nearest = 6, .drawn = 6};
constexpr int kNoiseTurns = 10;

/// The best of all starts on some of the originals, then on all of them; nothing where all of them crowd rows together.
std::optional<linalg::Affine> best_channel(const Unlinked& sides, const Matrix& released, const Originals& all,
                                           const random::Rng& rng) {
  const table::Table some = table::Table::from_matrix(sides.originals, all.selection.attributes);
  const Originals compared{some, {.attributes = all.selection.attributes}, {.threads = all.work.threads}, all.units};
  std::optional<linalg::Affine> best;
  double highest = -std::numeric_limits<double>::infinity();
  for_channel_starts(sides, rng.fork("starts"), [&](linalg::Affine start) {
    const linalg::Affine channel = improve_channel(std::move(start), released, compared, kToCompare, rng.fork("compare"));
    const Owners owners = find_owners({.rows = released}, channel, compared, rng.fork("drawn"));
    const double found = log_density(channel, owners);
    if (!(found > highest) || owners.crowded(released.rows(), sides.originals.rows())) return false;
    highest = found;
    best = channel;
    // Many more rows than unknowns on one plane are no chance: nothing fits better.
    return released.rows() > 2 * released.cols() * (sides.originals.cols() + 1) &&
           channel.covariance.trace() < kExact * static_cast<double>(released.cols());
  });
  if (best) best = improve_channel(std::move(*best), released, all, kToSettle, rng.fork("settle"));
  return best;
}

/// The same for rows that come in steps, as if they did not; then the noise is less by what that added.
std::optional<linalg::Affine> best_channel_of_steps(const Unlinked& sides, const Matrix& released, const Originals& all,
                                                    const random::Rng& rng) {
  const Dequantised spread = dequantised(released, rng.fork("steps"));
  if (!spread.any()) return {};
  std::optional<linalg::Affine> found = best_channel(sides, spread.rows, all, rng);
  if (found) found->covariance = linalg::positive_part(found->covariance - Matrix(spread.variance.asDiagonal()), kLeastNoise);
  return found;
}

}  // namespace

bool for_channels(const Unlinked& sides, const Matrix& released, const Originals& all, const random::Rng& rng,
                  const std::function<bool(const linalg::Affine&)>& holds) {
  for (const auto find : {best_channel, best_channel_of_steps}) {
    const std::optional<linalg::Affine> channel = find(sides, released, all, rng);
    if (channel && holds(*channel)) return true;
  }
  // Where rows tell little, a free map can lead away from the originals' own columns.
  const std::optional<linalg::Affine> own = own_columns(sides);
  return own && holds(improve_noise(*own, released, all, kNoiseTurns, rng.fork("noise")));
}

}  // namespace guise::audit
