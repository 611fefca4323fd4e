// SPDX-License-Identifier: Apache-2.0
// E[x | y] under a cell-wise constant density (paper 002, section 4.2): each cell contributes its exact integrals, not its
// middle.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/density.h"
#include "stats/noise_law.h"

namespace guise::stats {
namespace {

/// Where no cell could have given y: the nearest cell that holds any x.
Posterior nearest(const Density& density, double y) {
  Index best = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (Index g = 0; g < density.probability.size(); ++g)
    if (density.probability[g] > 0 && std::abs(density.center(g) - y) < distance) {
      distance = std::abs(density.center(g) - y);
      best = g;
    }
  return {density.center(best), density.width / std::sqrt(12.0)};
}

}  // namespace

Posterior posterior(const Density& density, random::Law law, double sd, double y, double* chance) {
  // Moments of z = (y - x) / sd with x in the cell: small numbers where they matter, unlike those of x itself. Beyond 1e9 sd
  // every law is zero, and a product with zero must not be infinite times zero.
  const auto reduced = [&](double x) { return std::clamp((y - x) / sd, -1e9, 1e9); };
  double share = 0, first = 0, second = 0;
  double high = reduced(density.low);
  for (Index g = 0; g < density.probability.size(); ++g) {
    const double low = reduced(density.low + static_cast<double>(g + 1) * density.width), p = density.probability[g];
    const NoiseMass mass = p > 0 ? noise_mass(law, 1, low, high) : NoiseMass{};
    share += p * mass.share;
    first += p * mass.first;
    second += p * mass.second;
    high = low;
  }
  if (chance) *chance = share;
  if (!(share > 1e-290)) return nearest(density, y);
  const double mean = first / share;
  return {y - sd * mean, sd * std::sqrt(std::max(0.0, second / share - mean * mean))};
}

Vector posterior_mean(const Density& density, random::Law law, double sd, const Vector& y, Vector* posterior_sd) {
  Vector out(y.size());
  if (posterior_sd) posterior_sd->resize(y.size());
  tbb::parallel_for(tbb::blocked_range<Index>(0, y.size(), 256), [&](const tbb::blocked_range<Index>& range) {
    for (Index i = range.begin(); i < range.end(); ++i) {
      const Posterior found = posterior(density, law, sd, y[i]);
      out[i] = found.mean;
      if (posterior_sd) (*posterior_sd)[i] = found.sd;
    }
  });
  return out;
}

}  // namespace guise::stats
