// SPDX-License-Identifier: Apache-2.0
// UDR: the posterior mean under the reconstructed density of one attribute. Paper 002, section 4.2, equation (4).
// For Gaussian data it must reach the closed form; for two humps it must beat it.
#include <algorithm>
#include <cmath>

#include "attacks/in_memory.h"
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
  return {
      settings.times(10, 3), settings.rng.fork(purpose), [=](const random::Rng& rng) {
        const Vector truth = draw(rng.fork("data")),
                     released = truth + gaussian(kValues, 1, std::sqrt(noise_variance), rng.fork("noise"));
        const Vector guess = attacks::reconstruct("univariate", released, knows_white(1, noise_variance)).values;
        return std::vector<double>{mean_square(guess - truth), mean_square(gaussian_form(released, noise_variance) - truth)};
      }};
}

Report run(const Settings& settings) {
  Report report;
  const Trials normal =
      errors(settings, 1, "gaussian", [](const random::Rng& rng) { return Vector(gaussian(kValues, 1, 2, rng)); });
  const double exact = 4.0 * 1 / (4 + 1);
  report.check("Gaussian data: UDR", "", within(exact, 0.02), normal.mean(0));
  report.check("Gaussian data: closed form", "", within(exact, 0.02), normal.mean(1));
  const Trials humps = errors(settings, 2.25, "humps", two_humps);
  report.inform("two humps: UDR and Gaussian form", "", "", numbers(humps.means()));
  report.check("two humps: UDR over Gaussian form", "", at_most(0.6), humps.mean(0) / humps.mean(1));

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
