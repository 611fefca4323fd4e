// SPDX-License-Identifier: Apache-2.0
// Signal to noise: variance of the truth over the mean squared error (paper 001, eq. 10, with the error of the guess as the
// noise). Pooled: 1 / nrmse^2, the harmonic mean over attributes.
#include "measures/figure.h"

namespace guise::measures::figures {
namespace {

/// The square of 1 / nrmse, ends of the interval changed over. Infinite for a perfect guess.
Value inverse_square(const Value& nrmse) {
  return {1 / square(nrmse.value), 1 / square(nrmse.high), 1 / square(nrmse.low)};
}

Figure compute(const Comparison& comparison) {
  Figure figure = error_figure(comparison, true);
  figure.pooled[0] = inverse_square(figure.pooled[0]);
  for (auto& attribute : figure.attributes) attribute[0] = inverse_square(attribute[0]);
  return figure;
}

}  // namespace

extern const Measure snr = {.name = "snr",
                            .summary = "variance of the attribute over the mean squared error",
                            .paper = "Kargupta, Datta, Wang and Sivakumar 2003, eq. 10",
                            .headline = false,
                            .compute = compute};

}  // namespace guise::measures::figures
