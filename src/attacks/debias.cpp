// SPDX-License-Identifier: Apache-2.0
#include "attacks/debias.h"

#include <algorithm>
#include <cmath>

namespace guise::attacks {

DebiasedSpectrum debias(const Vector& sample, double noise, double freedom) {
  const Index m = sample.size();
  const double gamma = static_cast<double>(m) / freedom, edge = square(1 + std::sqrt(gamma));
  const double total = std::max(sample.sum(), noise * static_cast<double>(m));
  // One eigenvalue after the other stands out while it is beyond the edge of what the equal rest would show.
  DebiasedSpectrum out;
  double rest = sample.sum();
  const auto level_of = [&](double sum) { return std::max(noise, sum / static_cast<double>(m - out.spikes)); };
  while (out.spikes < m - 1 && sample(out.spikes) > edge * level_of(rest)) rest -= sample(out.spikes++);
  double level = level_of(rest);
  // Spikes take variance from the rest's sample eigenvalues; the trace has no bias and gives it back. Converges in a step or
  // two.
  constexpr int kRounds = 3;
  out.values = Vector::Constant(m, level);
  for (int round = 0; round < kRounds && level > 0; ++round) {
    for (Index i = 0; i < out.spikes; ++i) {
      const double y = std::max(sample(i) / level, edge), t = y + 1 - gamma;
      out.values(i) = level * (t + std::sqrt(std::max(0.0, t * t - 4 * y))) / 2;
    }
    level = level_of(total - out.values.head(out.spikes).sum());
    out.values.tail(m - out.spikes).setConstant(level);
  }
  return out;
}

}  // namespace guise::attacks
