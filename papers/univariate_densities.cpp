// SPDX-License-Identifier: Apache-2.0
// UDR: the posterior mean under the reconstructed density of one attribute. Paper 002, section 4.2, equation (4).
// For Gaussian data it must reach the closed form; for two humps it must beat it.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kValues = 20'000;

/// E[x | y] if x were Gaussian: mean + v / (v + s2) (y - mean).
Vector gaussian_form(const Vector& released, double noise_variance) {
  const double mean = released.mean(), total = mean_variance(released), gain = std::max(0.0, 1 - noise_variance / total);
  return mean + gain * (released.array() - mean);
}

Vector two_humps(const random::Rng& rng) {
  const Vector side = uniform(kValues, -1, 1, rng.fork("side")).array().sign();
  return 3 * side + gaussian(kValues, 1, 0.5, rng.fork("width"));
}

Trials errors(const Settings& settings, double noise_variance, const char* purpose, Vector (*draw)(const random::Rng&)) {
  return {settings.times(10, 3), settings.rng.fork(purpose), [=](const random::Rng& rng) {
            const Vector truth = draw(rng.fork("data")),
                         released = truth + gaussian(kValues, 1, std::sqrt(noise_variance), rng.fork("noise"));
            const Vector guess = attacks::reconstruct("univariate", released, knows_white(1, noise_variance)).values;
            const Vector form = gaussian_form(released, noise_variance),
                         bayes = attacks::reconstruct("bayes", released, knows_white(1, noise_variance)).values;
            return std::vector<double>{mean_square(guess - truth), mean_square(form - truth), mean_square(bayes - form)};
          }};
}

/// The least error any guess has, E x^2 - E (E[x | y])^2, for the two humps: ±3 with sd 0.5 under noise of this variance. Given
/// y the side has odds exp(6 y / v), v = 0.25 + noise, and each side its own Gaussian form.
double least_error_of_humps(double noise_variance) {
  const double v = 0.25 + noise_variance, gain = 0.25 / v, step = 0.001;
  double squares = 0;
  for (double y = -25; y < 25; y += step) {
    const double up = std::exp(-square(y - 3) / (2 * v)), down = std::exp(-square(y + 3) / (2 * v)), density = up + down;
    if (density < 1e-300) continue;
    const double mean = (up * (3 + gain * (y - 3)) + down * (-3 + gain * (y + 3))) / density;
    squares += mean * mean * density / 2 / std::sqrt(2 * std::numbers::pi * v) * step;
  }
  return 9.25 - squares;
}

Report run(const Settings& settings) {
  Report report;
  const Trials normal =
      errors(settings, 1, "gaussian", [](const random::Rng& rng) { return Vector(gaussian(kValues, 1, 2, rng)); });
  const double exact = 4.0 * 1 / (4 + 1);
  report.check("Gaussian data: UDR", "", within(exact, 0.02), normal.mean(0));
  report.check("Gaussian data: BE-DR of one attribute less the closed form, largest mean square", "equal", at_most(1e-9),
               normal.most(2));
  const Trials humps = errors(settings, 2.25, "humps", two_humps);
  report.inform("two humps: Gaussian form", "", "", number(humps.mean(1)));
  // The density is estimated: up to 3 % are lost by it.
  const double least = least_error_of_humps(2.25);
  report.check("two humps: UDR", "minimises the mean square error",
               between(least - 4 * humps.error(0), 1.03 * least + 4 * humps.error(0)), humps.mean(0));

  const random::Rng rng = settings.rng.fork("plot");
  const Vector truth = two_humps(rng.fork("data")), released = truth + gaussian(kValues, 1, 1.5, rng.fork("noise"));
  const Vector guess = attacks::reconstruct("univariate", released, knows_white(1, 2.25)).values;
  report.plots.push_back(
      {.name = "002-univariate",
       .title = "UDR on two humps: actual, released and guessed values",
       .x_label = "value",
       .y_label = "density",
       .series = {histogram("actual", truth, -9, 9, 72), histogram("released", released, -9, 9, 72, Series::Style::line),
                  histogram("UDR", guess, -9, 9, 72, Series::Style::line),
                  histogram("Gaussian form", gaussian_form(released, 2.25), -9, 9, 72, Series::Style::line)}});
  return report;
}

}  // namespace

extern const Experiment univariate_densities_experiment = {
    .name = "002-udr",
    .paper = "Huang, Du and Chen 2005 (002), section 4.2",
    .title = "one attribute at a time: posterior mean under the reconstructed density",
    .claim = "the expected value of the posterior distribution minimises the mean square error.",
    .run = run};

}  // namespace guise::papers
