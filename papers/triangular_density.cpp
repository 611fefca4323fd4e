// SPDX-License-Identifier: Apache-2.0
// The density behind the perturbed triangular data by Agrawal and Srikant's iteration. Paper 001, section IV, equation (1).
// The paper iterates "until the difference becomes small"; the fixed point is the spiky maximum-likelihood estimate, so the
// error falls, then grows again (erratum 29).
#include <algorithm>

#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/signals.h"
#include "papers/trials.h"
#include "stats/density.h"

namespace guise::papers {
namespace {

constexpr Index kValues = 10'000;
constexpr double kNoise = 0.25;

struct Sample {
  Vector truth, released;
  stats::Histogram noisy;
};

Sample draw(const random::Rng& rng) {
  Sample sample;
  sample.truth = triangular(kValues, 50, rng.fork("values"));
  sample.released = sample.truth + gaussian(kValues, 1, kNoise, rng.fork("noise"));
  sample.noisy.add({sample.released.data(), static_cast<std::size_t>(kValues)});
  return sample;
}

stats::Density reconstructed(const Sample& sample, int cells, int iterations) {
  return stats::reconstruct_density(sample.noisy, random::Law::gaussian, kNoise, {.cells = cells, .iterations = iterations});
}

/// Distance between the reconstructed cells and the shares of the actual (or released) values in the same cells.
double distance(const stats::Density& density, const Vector& values) {
  const auto cells = static_cast<int>(density.probability.size());
  return total_variation(list(density.probability),
                         cell_shares(values, density.low, density.low + cells * density.width, cells));
}

double released_distance(const stats::Density& cells, const Sample& sample) {
  const auto count = static_cast<int>(cells.probability.size());
  const double high = cells.low + count * cells.width;
  return total_variation(cell_shares(sample.released, cells.low, high, count),
                         cell_shares(sample.truth, cells.low, high, count));
}

Report run(const Settings& settings) {
  Report report;
  const Trials forty(settings.times(10, 3), settings.rng.fork("forty"), [](const random::Rng& rng) {
    const Sample sample = draw(rng);
    const stats::Density density = reconstructed(sample, 40, 200), by_rule = reconstructed(sample, 40, 0);
    return std::vector<double>{distance(density, sample.truth), released_distance(density, sample),
                               distance(by_rule, sample.truth)};
  });
  report.check("total variation, 40 cells, 200 iterations", "similar", at_most(0.10), forty.mean(0));
  report.check("… over that of the released values", "very different", at_most(0.5), forty.mean(0) / forty.mean(1));
  report.check("total variation, stopped by rule", "similar", at_most(0.10), forty.mean(2));

  const std::vector<int> iterations = {2, 5, 10, 20, 50, 100, 200, 500, 1000, 3000};
  const Trials sweep(settings.times(10, 3), settings.rng.fork("sweep"), [&](const random::Rng& rng) {
    const Sample sample = draw(rng);
    std::vector<double> found;
    for (const int count : iterations) found.push_back(distance(reconstructed(sample, 20, count), sample.truth));
    return found;
  });
  const std::vector<double> errors = sweep.means();
  const auto best = static_cast<std::size_t>(std::ranges::min_element(errors) - errors.begin());
  report.inform("total variation, 20 cells, 5 20 100 1000 iterations", "until the difference is small",
                "0.095 0.044 0.060 0.080", numbers({errors[1], errors[3], errors[5], errors[8]}));
  report.check("iterations with the least error", "", "10 to 50", std::to_string(iterations[best]),
               iterations[best] >= 10 && iterations[best] <= 50);
  report.check("error after 1000 iterations over the least", "", at_least(1.2), errors[8] / errors[best]);

  const Sample sample = draw(settings.rng.fork("plot"));
  const stats::Density density = reconstructed(sample, 40, 20), late = reconstructed(sample, 40, 3000);
  const auto curve = [](std::string label, const stats::Density& shown) {
    return Series{std::move(label), count_up(shown.probability.size(), shown.center(0), shown.width),
                  list(shown.probability / shown.width)};
  };
  report.plots.push_back(
      {.name = "001-density",
       .title = "Agrawal and Srikant's iteration on the triangular data",
       .x_label = "value",
       .y_label = "density",
       .series = {histogram("actual", sample.truth, -0.8, 1.8, 52), curve("20 iterations", density),
                  curve("3000 iterations", late), histogram("released", sample.released, -0.8, 1.8, 52, Series::Style::line)}});
  report.plots.push_back({.name = "001-density-iterations",
                          .title = "Error of the reconstructed density: more iterations are not better",
                          .x_label = "iterations",
                          .y_label = "total variation",
                          .series = {{"20 cells", {iterations.begin(), iterations.end()}, errors, Series::Style::both}},
                          .log_x = true});
  return report;
}

}  // namespace

extern const Experiment triangular_density_experiment = {
    .name = "001-density",
    .paper = "Kargupta et al. 2003 (001), section IV.B, equation (1); Agrawal and Srikant 2000",
    .title = "the density of perturbed values",
    .claim = "the density is reconstructed by iterating until successive estimates differ little.",
    .run = run};

}  // namespace guise::papers
