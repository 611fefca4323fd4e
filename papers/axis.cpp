// SPDX-License-Identifier: Apache-2.0
#include "papers/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace guise::papers {
namespace {

constexpr int kTicks = 6;  // wanted; the round step decides between about 4 and 9

/// The smallest of 1, 2, 5, 10 times a power of ten that gives at most kTicks steps.
double round_step(double length) {
  const double rough = length / kTicks, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string label(double value, double step) {
  if (std::abs(value) < step * 1e-6) return "0";
  if (std::abs(value) >= 1e6 || step < 1e-4) return fmt::format("{:g}", value);
  const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return fmt::format("{:.{}f}", value, digits);
}

Axis linear_axis(double low, double high) {
  if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {  // all values equal: room on both sides
    const double room = low == 0 ? 1 : std::abs(low) / 2;
    low -= room, high += room;
  }
  const double step = round_step(high - low);
  // The axis ends at the values themselves, or at the next tick when that is near: no large empty margins.
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  const double below = std::min(first * step, low), above = std::max(last * step, high);  // equal up to rounding when at a tick
  Axis axis{.low = low - below < 0.5 * step ? below : low - 0.1 * step,
            .high = above - high < 0.5 * step ? above : high + 0.1 * step,
            .log = false,
            .ticks = {}};
  for (double i = first; i <= last; ++i) {
    const double value = i * step;
    if (value >= axis.low - step * 1e-6 && value <= axis.high + step * 1e-6) axis.ticks.push_back({value, label(value, step)});
  }
  return axis;
}

Axis log_axis(double low, double high) {
  Axis axis{.low = low / 1.1, .high = high * 1.1, .log = true, .ticks = {}};
  const bool few = std::log10(high / low) < 3;  // then 2 and 5 are labelled too
  for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * power;
      if (value < axis.low || value > axis.high || (!few && factor != 1)) continue;
      axis.ticks.push_back({value, fmt::format("{:g}", value)});
    }
  }
  return axis;
}

}  // namespace

double Axis::position(double value) const {
  return log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

Axis make_axis(double low, double high, bool log) {
  return log ? log_axis(low, high) : linear_axis(low, high);
}

}  // namespace guise::papers
