// SPDX-License-Identifier: Apache-2.0
#include "attacks/component_power.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace guise::attacks {
namespace {

constexpr std::array kRhos = {0.0,   0.3,   0.6,    0.8,  0.9,  0.95, 0.97, 0.98,  0.99, 0.995,
                              0.998, 0.999, 0.9995, -0.3, -0.6, -0.8, -0.9, -0.95, -0.98};
constexpr double kLeastVariance = 1e-3, kVarianceStep = 1.7782794100389228;  // a quarter of a decade
constexpr int kVariances = 29;

/// Frequencies are pooled in cells that widen away from both ends, where slow and alternating series have their power.
struct Cell {
  double frequency, power, weight;
};

std::vector<Cell> cells_of(const Vector& periodogram, double frames) {
  constexpr Index kSingle = 32, kShare = 8;
  const Index n = periodogram.size();
  std::vector<Cell> cells;
  for (Index at = 0; at < n;) {
    const Index end = std::min(at, n - 1 - at), size = std::min(n - at, std::max<Index>(1, end < kSingle ? 1 : end / kShare));
    cells.push_back({std::numbers::pi * (static_cast<double>(at) + static_cast<double>(size - 1) / 2) / static_cast<double>(n),
                     periodogram.segment(at, size).mean(), frames * static_cast<double>(size)});
    at += size;
  }
  return cells;
}

/// Spectrum of an autoregression of first order with variance 1.
double shape(double rho, double frequency) {
  return (1 - rho * rho) / (1 - 2 * rho * std::cos(frequency) + rho * rho);
}

/// 1 + v shape(rho, .) of the greatest likelihood, or ones where that is not worth its two numbers.
Vector autoregressive_power(const Vector& periodogram, double frames) {
  const std::vector<Cell> cells = cells_of(periodogram, frames);
  const double price = 2 * std::log(frames * static_cast<double>(periodogram.size()));
  double least = 0, best_rho = 0, best_variance = 0;
  for (const Cell& cell : cells) least += cell.weight * cell.power;
  for (const double rho : kRhos) {
    double variance = kLeastVariance;
    for (int i = 0; i < kVariances; ++i, variance *= kVarianceStep) {
      double misfit = price;
      for (const Cell& cell : cells) {
        const double power = 1 + variance * shape(rho, cell.frequency);
        misfit += cell.weight * (std::log(power) + cell.power / power);
      }
      if (misfit < least) least = misfit, best_rho = rho, best_variance = variance;
    }
  }
  Vector power(periodogram.size());
  for (Index k = 0; k < power.size(); ++k)
    power[k] =
        1 + best_variance * shape(best_rho, std::numbers::pi * static_cast<double>(k) / static_cast<double>(power.size()));
  return power;
}

/// Factors on bands: a band is halved, or gets a factor of its own, where the likelihood pays for it.
class Factors {
 public:
  Factors(const Vector& ratio, double frames)
      : sums_(static_cast<std::size_t>(ratio.size()) + 1, 0.0),
        frames_(frames),
        price_(3 * std::log(frames * static_cast<double>(ratio.size()))) {
    for (Index k = 0; k < ratio.size(); ++k)
      sums_[static_cast<std::size_t>(k) + 1] = sums_[static_cast<std::size_t>(k)] + ratio[k];
  }

  /// Misfit of [first, last) at its best; multiplies these places of `power`.
  double fit(Index first, Index last, Vector& power) const {
    const double count = frames_ * static_cast<double>(last - first),
                 sum = sums_[static_cast<std::size_t>(last)] - sums_[static_cast<std::size_t>(first)],
                 mean = sum / static_cast<double>(last - first);
    const double plain = frames_ * sum, scaled = mean > 0 ? count * (std::log(mean) + 1) + price_ : plain;
    const double own = std::min(plain, scaled);
    Vector halves = power.segment(first, last - first);
    if (last - first > 1) {
      const Index middle = (first + last) / 2;
      const double split = fit(first, middle, power) + fit(middle, last, power);
      if (split < own) return split;
    }
    power.segment(first, last - first) = scaled < plain ? Vector(mean * halves) : halves;
    return own;
  }

 private:
  std::vector<double> sums_;
  double frames_, price_;
};

}  // namespace

Vector component_power(const Vector& periodogram, Index frames) {
  Vector power = autoregressive_power(periodogram, static_cast<double>(frames));
  Factors(periodogram.cwiseQuotient(power), static_cast<double>(frames)).fit(0, power.size(), power);
  return power.cwiseMax(1.0);
}

double whittle_misfit(const Vector& periodogram, const Vector& power) {
  return (power.array().log() + periodogram.array() / power.array()).sum();
}

}  // namespace guise::attacks
