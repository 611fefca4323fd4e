// SPDX-License-Identifier: Apache-2.0
#include "audit/utility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace guise::audit {
namespace {

constexpr std::size_t kName = 16;  // columns of the longest name, and two

/// A figure in seven places: errors of the means of long tables are small.
std::string seven(double value) {
  if (!std::isfinite(value)) return "      -";
  return std::abs(value) < 99.9995 ? fmt::format("{:7.4f}", value)
         : std::abs(value) < 1e6   ? fmt::format("{:7.0f}", value)
                                   : "   huge";
}

}  // namespace

double Utility::kept() const {
  return std::clamp((value.value - floor) / (ceiling - floor), 0.0, 1.0);  // NaN stays NaN
}

std::string utility_table(const std::vector<Utility>& figures) {
  if (figures.empty()) return "";
  std::string out = fmt::format("\n  {:<{}}{:>6}  {:>7}  {:>7}  {:>7}\n", "utility", kName, "kept", "value", "best", "worst");
  for (const Utility& figure : figures) {
    const double share = figure.kept();
    if (!std::isfinite(figure.value.value)) {
      const std::string start = fmt::format("  {:<{}}{:>6}  ", figure.name, kName, "-");
      out += start + wrap(figure.note, start.size(), start.size()).substr(start.size());
      continue;
    }
    out += fmt::format("  {:<{}}{:>6}  {}  {}  {}\n", figure.name, kName,
                       std::isfinite(share) ? fmt::format("{:.0f} %", 100 * share) : "-", seven(figure.value.value),
                       seven(figure.ceiling), seven(figure.floor));
  }
  return out;
}

}  // namespace guise::audit
