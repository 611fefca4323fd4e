// SPDX-License-Identifier: Apache-2.0
#include "papers/control_charts.h"

#include <cmath>
#include <numbers>

#include "papers/draw.h"

namespace guise::papers {

Matrix control_charts(const random::Rng& rng) {
  constexpr Index kEach = 100, kPoints = 60;
  constexpr double kLevel = 30, kSpread = 2;
  Matrix out(6 * kEach, kPoints);
  for (Index chart = 0; chart < out.rows(); ++chart) {
    const random::Rng own = rng.with_step(static_cast<std::uint32_t>(chart));
    const Vector wobble = uniform(kPoints, -3, 3, own.fork("points")), draw = uniform(3, 0, 1, own.fork("shape"));
    const double size = 10 + 5 * draw(0), period = 10 + 5 * draw(1), slope = 0.2 + 0.3 * draw(0), jump = 7.5 + 12.5 * draw(0);
    const double when = kPoints * (1 + draw(2)) / 3;
    for (Index i = 0; i < kPoints; ++i) {
      const double t = static_cast<double>(i + 1), after = t >= when ? 1 : 0;
      const double pattern[] = {
          0, size * std::sin(2 * std::numbers::pi * t / period), slope * t, -slope * t, jump * after, -jump * after};
      out(chart, i) = kLevel + kSpread * wobble(i) + pattern[chart / kEach];
    }
  }
  return out;
}

}  // namespace guise::papers
