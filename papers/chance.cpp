// SPDX-License-Identifier: Apache-2.0
#include "papers/chance.h"

#include <fmt/format.h>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace guise::papers {
namespace {

Criterion around(double value, double distance) {
  return {fmt::format("{} ± {:.2g}", number(value), distance), value - distance, value + distance};
}

/// How far the mean over trials may be from a reference that averaged `times` of them; 0: from an exact value.
double reach(const Trials& trials, Index figure, int times, int together, double rounding) {
  const double scale = std::sqrt(1 / static_cast<double>(trials.count()) + (times > 0 ? 1.0 / times : 0));
  return allowed_errors(trials.count() - 1, together) * trials.sd(figure) * scale + rounding;
}

}  // namespace

double allowed_errors(double degrees, int together) {
  const double tail = kChance / (2 * together);
  return degrees > 0 ? boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), tail))
                     : boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

Criterion expects(double value, double standard_error, double degrees) {
  return around(value, allowed_errors(degrees) * standard_error);
}

Criterion largest_of(int figures, double degrees) {
  Criterion out = at_most(allowed_errors(degrees, figures));
  out.text = fmt::format("at most {:.2f}", out.high);
  return out;
}

Criterion share_of(double value, double trials) {
  return expects(value, std::sqrt(value * (1 - value) / trials));
}

Criterion mean_is(double value, const Trials& trials, Index figure, double rounding) {
  return around(value, reach(trials, figure, 0, 1, rounding));
}

Criterion like(double reference, int times, const Trials& trials, Index figure, double rounding) {
  return around(reference, reach(trials, figure, times, 1, rounding));
}

void check_like(Report& report, std::string what, std::string paper, const std::vector<double>& reference, int times,
                const Trials& trials, Index first, Index step, double rounding) {
  bool close = true;
  std::vector<double> found;
  std::string limits;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Index figure = first + static_cast<Index>(i) * step;
    const double distance = reach(trials, figure, times, static_cast<int>(reference.size()), rounding);
    found.push_back(trials.mean(figure));
    close = close && std::abs(found.back() - reference[i]) <= distance;
    limits += fmt::format("{}{:.2g}", i == 0 ? "" : " ", distance);
  }
  report.check(std::move(what), std::move(paper), fmt::format("{} ± {}", numbers(reference), limits), numbers(found), close);
}

}  // namespace guise::papers
