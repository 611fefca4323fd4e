// SPDX-License-Identifier: Apache-2.0
#include "papers/signals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/draw.h"

namespace guise::papers {
namespace {
constexpr double kTurn = 2 * std::numbers::pi;

Vector midpoints(Index count) {
  return (Vector::LinSpaced(count, 0, static_cast<double>(count - 1)).array() + 0.5) / static_cast<double>(count);
}
}  // namespace

Matrix trends(const Cycles& cycles) {
  const Vector t = midpoints(kInstances);
  Matrix out(kInstances, kFeatures);
  for (Index j = 0; j < kFeatures; ++j) {
    const Eigen::ArrayXd sine = (kTurn * cycles[static_cast<std::size_t>(j / 3 % 3)] * t.array()).sin();
    const double amplitude = 1 + static_cast<double>(j % 5) / 5;
    out.col(j) = amplitude * (j % 3 == 0   ? sine
                              : j % 3 == 1 ? Eigen::ArrayXd(sine.sign())
                                           : Eigen::ArrayXd(sine.asin() * 4 / kTurn));
  }
  return out;
}

std::array<Index, 12> square_features() {
  std::array<Index, 12> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Index>(3 * i + 1);
  return out;
}

Matrix sawteeth(double variance) {
  const Vector t = midpoints(kInstances);
  Matrix out(kInstances, kFeatures);
  for (Index j = 0; j < kFeatures; ++j) {
    const Eigen::ArrayXd phase = static_cast<double>(1 + j % 3) * t.array();
    out.col(j) = (2 * (phase - phase.floor()) - 1) * (2 + static_cast<double>(j % 7) / 3);
  }
  return out * std::sqrt(variance / mean_variance(out));
}

Vector tune() {
  // Five notes of the C major chord and its neighbours, 8000 samples a second, a quarter of a second each.
  constexpr double kRate = 8000, kNotes[] = {262, 330, 392, 330, 262};
  constexpr Index kLength = 2000;
  Vector out(std::size(kNotes) * kLength);
  for (std::size_t note = 0; note < std::size(kNotes); ++note) {
    for (Index i = 0; i < kLength; ++i) {
      const double t = static_cast<double>(i) / kRate, phase = kTurn * kNotes[note] * t;
      const double wave = std::sin(phase) + std::sin(2 * phase) / 2 + std::sin(3 * phase) / 4;
      out[static_cast<Index>(note) * kLength + i] = 0.6 * std::exp(-4 * t) * std::min(1.0, t / 0.005) * wave;
    }
  }
  return out;
}

Vector triangular(Index count, int intervals, const random::Rng& rng) {
  const auto distribution = [](double x) { return x < 0.5 ? 2 * x * x : 1 - 2 * square(1 - x); };
  const Vector place = uniform(count, 0, 1, rng);
  Vector out(count);
  Index drawn = 0;
  for (int i = 0; i < intervals; ++i) {
    const double low = static_cast<double>(i) / intervals, width = 1.0 / intervals;
    const Index until = std::lround(distribution(low + width) * static_cast<double>(count));
    for (; drawn < until; ++drawn) out[drawn] = low + width * place[drawn];
  }
  return out;
}

}  // namespace guise::papers
