// SPDX-License-Identifier: Apache-2.0
#include "papers/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace guise::papers {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A limit as it was written: no more digits than it has.
std::string plain(double value) {
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string number(double value) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e5)) return fmt::format("{:.2g}", value);
  const int digits = size == 0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 4);
  return fmt::format("{:.{}f}", value, digits);
}

std::string numbers(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(number(value));
  return fmt::format("{}", fmt::join(texts, " "));
}

Criterion at_most(double high) {
  return {fmt::format("at most {}", plain(high)), -kInfinity, high};
}
Criterion at_least(double low) {
  return {fmt::format("at least {}", plain(low)), low, kInfinity};
}
Criterion between(double low, double high) {
  return {fmt::format("{} to {}", plain(low), plain(high)), low, high};
}
Criterion within(double value, double share) {
  const double distance = std::abs(value) * share;
  return {fmt::format("{} ± {} %", plain(value), plain(100 * share)), value - distance, value + distance};
}
Criterion near(double value, double distance) {
  return {fmt::format("{} ± {}", plain(value), plain(distance)), value - distance, value + distance};
}

void Report::check(std::string what, std::string paper, const Criterion& expected, double measured) {
  // A NaN compares false with both ends, so it fails.
  const bool pass = measured >= expected.low && measured <= expected.high;
  rows.push_back({std::move(what), std::move(paper), expected.text, number(measured), pass});
}

void Report::check(std::string what, std::string paper, std::string expected, std::string measured, bool pass) {
  rows.push_back({std::move(what), std::move(paper), std::move(expected), std::move(measured), pass});
}

void Report::inform(std::string what, std::string paper, std::string expected, std::string measured) {
  rows.push_back({std::move(what), std::move(paper), std::move(expected), std::move(measured), {}});
}

bool Report::passed() const {
  return std::ranges::none_of(rows, [](const Row& row) { return row.pass == false; });
}

bool rising(const std::vector<double>& values) {
  return std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
}

bool falling(const std::vector<double>& values) {
  return std::ranges::adjacent_find(values, std::less_equal<>()) == values.end();
}

}  // namespace guise::papers
