// SPDX-License-Identifier: Apache-2.0
// Interval width at confidence c: twice the c-quantile of |x - guess|, in standard deviations of the attribute. Agrawal and
// Srikant (SIGMOD 2000), section 2.2, quantify privacy by it from the noise alone; here the errors that an attack really made
// are counted, so nothing is assumed of their law. Interval of the figure: between the two errors whose ranks hold the quantile
// with 95 %, without an upper end where there are too few errors beyond it. Pooled: the mean.
#include <cmath>
#include <limits>

#include "measures/figure.h"
#include "measures/interval_width.h"

namespace guise::measures::figures {
namespace {

constexpr double kConfidence[] = {0.5, 0.95, 0.999};

double width(const Comparison::Attribute& attribute, double share_inside) {
  // A histogram of zeros has cells of the smallest positive width; their quantiles are 0.
  return attribute.squared_error == 0 ? 0 : 2 * attribute.absolute_error.quantile(share_inside);
}

Value quantiles(const Comparison& comparison, std::size_t attribute, double c) {
  const Comparison::Attribute& sums = comparison.attributes()[attribute];
  const auto n = static_cast<Index>(comparison.records());
  const RanksOfQuantile ranks = ranks_of_quantile(n, c);
  const auto ranked = [&](Index rank) {  // the middle of its share of the errors
    return width(sums, (static_cast<double>(rank) - 0.5) / static_cast<double>(n));
  };
  constexpr double kFar = std::numeric_limits<double>::infinity();
  return {width(sums, c), ranks.low < 1 ? 0 : ranked(ranks.low), ranks.high > n ? kFar : ranked(ranks.high)};
}

/// A record pulls a quantile by being on one side of it (Bahadur 1966). Which records are is known at the tolerances of
/// `within`: at the one nearest to the quantile, on the scale of the quantile's own interval. Where errors are all inside or
/// all outside of that, how large they are takes its place.
Estimate quantile_estimate(const Comparison& comparison, std::size_t attribute, double c) {
  const Value value = quantiles(comparison, attribute, c);
  Estimate nearest;
  for (std::size_t key = 0; key < std::size(kWithin); ++key) {
    const Estimate inside = counted_share(
        comparison, attribute, [](const GroupSums& sums, std::size_t k) { return sums.within[k]; }, key);
    if (!(std::abs(inside.value - c) >= std::abs(nearest.value - c))) nearest = function_of(inside, inside.value, -1);
  }
  if (half_width(nearest, comparison.records()) == 0) nearest = squared_error(comparison, attribute, true);
  const double half = half_width(nearest, comparison.records());
  return function_of(nearest, value.value, half > 0 ? (value.high - value.low) / 2 / half : 0);
}

Figure compute(const Comparison& comparison) {
  return averaged(
      comparison, {"0.5", "0.95", "0.999"},
      {.one = [&](std::size_t j, std::size_t key) { return quantiles(comparison, j, kConfidence[key]); },
       .estimate = [&](std::size_t j, std::size_t key) { return quantile_estimate(comparison, j, kConfidence[key]); },
       .pooled =
           [&](const Estimate& mean, std::size_t) {
             const bool told = std::isfinite(half_width(mean, comparison.records()));
             return told ? positive(mean, comparison.records()) : Value{.value = mean.value};
           }});
}

}  // namespace

extern const Measure interval = {.name = "interval",
                                 .summary = "width of the interval around the guess that holds the truth, in sd",
                                 .paper = "Agrawal and Srikant 2000, section 2.2",
                                 .headline = false,
                                 .compute = compute};

}  // namespace guise::measures::figures
