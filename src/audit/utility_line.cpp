// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_line.h"

#include <cmath>

#include "audit/score.h"
#include "base/error.h"

namespace guise::audit {
namespace {

// Figures are on a scale of 1. Where shuffled columns come as near to the originals as this, there was nothing to lose, and
// shares of it would be shares of chance.
constexpr double kLeastGap = 0.02;

}  // namespace

UtilityLine::UtilityLine(std::string name, std::string summary, Better better)
    : figure{.name = std::move(name),
             .summary = std::move(summary),
             .value = {measures::kNothing, measures::kNothing, measures::kNothing},
             .ceiling = measures::kNothing,
             .floor = measures::kNothing},
      better_(better) {}

Utility UtilityLine::without(std::string name, std::string summary, std::string note) {
  Utility out = UtilityLine(std::move(name), std::move(summary)).figure;
  out.note = std::move(note);
  return out;
}

void UtilityLine::add(const std::string& lost, const std::function<double()>& value) {
  if (!lost.empty()) {
    figure.note = lost;
    return;
  }
  try {
    by_key.push_back({.value = value()});
  } catch (const Error& error) {
    figure.note = error.what();
  }
}

Utility UtilityLine::finish(double ceiling, double floor) {
  figure.value = typical(by_key);
  figure.ceiling = ceiling;
  figure.floor = floor;
  if (!std::isfinite(figure.value.value)) {
    if (figure.note.empty()) figure.note = "nothing could be computed";
    return std::move(figure);
  }
  figure.note.clear();
  const double gap = better_ == Better::more ? ceiling - floor : floor - ceiling;
  if (!(gap <= kLeastGap)) return std::move(figure);  // NaN: there is no telling
  figure.floor = measures::kNothing;
  figure.note = "the originals tell hardly more than shuffled columns: there is nothing to lose";
  return std::move(figure);
}

}  // namespace guise::audit
