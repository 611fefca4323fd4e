// SPDX-License-Identifier: Apache-2.0
// Interval width at confidence c: twice the c-quantile of |x - guess|, in standard deviations of the attribute. Agrawal and
// Srikant (SIGMOD 2000), section 2.2, quantify privacy by it from the noise alone; here the errors that an attack really made
// are counted, so nothing is assumed of their law. Interval of the figure: the quantiles at c +- z sqrt(c (1 - c) / n). Pooled:
// the mean.
#include <cmath>

#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

constexpr double kConfidence[] = {0.5, 0.95, 0.999};

double width(const Comparison::Attribute& attribute, double share_inside) {
  // A histogram of zeros has cells of the smallest positive width; their quantiles are 0.
  return attribute.squared_error == 0 ? 0 : 2 * attribute.absolute_error.quantile(share_inside);
}

Figure compute(const Comparison& comparison) {
  return averaged(comparison, {"0.5", "0.95", "0.999"}, [&](std::size_t j, std::size_t key) {
    const Comparison::Attribute& attribute = comparison.attributes()[j];
    const double c = kConfidence[key], half = kZ * std::sqrt(c * (1 - c) / static_cast<double>(comparison.records()));
    return Value{width(attribute, c), width(attribute, c - half), width(attribute, c + half)};
  });
}

}  // namespace

extern const Measure interval = {.name = "interval",
                                 .summary = "width of the interval around the guess that holds the truth, in sd",
                                 .paper = "Agrawal and Srikant 2000, section 2.2",
                                 .headline = false,
                                 .compute = compute};

}  // namespace guise::measures::figures
