// SPDX-License-Identifier: Apache-2.0
#include "mining/class_likelihood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/noise_law.h"

namespace guise::mining {
namespace {

// Nodes of a curve of noisy values: several for every cell of the density, which is what it can change in.
constexpr Index kNodes = 256;

/// Density of x + noise, with x uniform within its cell; 1 / width is left out.
double noisy_mass(const stats::Density& density, random::Law law, double sd, double y) {
  double sum = 0;
  for (Index g = 0; g < density.probability.size(); ++g) {
    const double low = density.low + static_cast<double>(g) * density.width, p = density.probability[g];
    if (p > 0) sum += p * stats::noise_mass(law, sd, y - low - density.width, y - low).share;
  }
  return sum;
}

}  // namespace

double Curve::operator()(double x) const {
  const Index last = value.size() - 1;
  const double place = (x - low) / step;
  if (!(place > 0)) return value[0];
  if (place >= static_cast<double>(last)) return value[last];
  const auto left = static_cast<Index>(place);
  return value[left] + (place - static_cast<double>(left)) * (value[left + 1] - value[left]);
}

Span span_of(const std::vector<Learnt>& classes) {
  Span out{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Learnt& each : classes) {
    if (each.records == 0) continue;
    out.low = std::min(out.low, each.density.low);
    out.high = std::max(out.high, each.density.low + each.density.width * static_cast<double>(each.density.probability.size()));
  }
  return out;
}

Curve log_likelihood(const Learnt& learnt, const Span& span, random::Law law, double noise_sd) {
  const stats::Density& density = learnt.density;
  const double range = span.high - span.low, share = learnt.records / (learnt.records + 1);
  const double floor = 1 / (learnt.records + 1) / range;
  const auto log_of = [&](double mass) { return std::log(share * mass / density.width + floor); };
  Curve out;
  if (noise_sd > 0) {
    out = {.low = span.low, .step = range / static_cast<double>(kNodes - 1), .value = Vector(kNodes)};
    for (Index i = 0; i < kNodes; ++i)
      out.value[i] = log_of(noisy_mass(density, law, noise_sd, span.low + static_cast<double>(i) * out.step));
    return out;
  }
  // A frequency polygon: lines between the middles of the cells, and an empty cell at either end.
  const Index cells = density.probability.size();
  out = {.low = density.low - density.width / 2, .step = density.width, .value = Vector(cells + 2)};
  out.value[0] = out.value[cells + 1] = log_of(0);
  for (Index g = 0; g < cells; ++g) out.value[g + 1] = log_of(density.probability[g]);
  return out;
}

}  // namespace guise::mining
