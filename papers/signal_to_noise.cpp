// SPDX-License-Identifier: Apache-2.0
// Error of spectral filtering against the signal-to-noise ratio. Paper 001, section VIII.E, equation (10), figure 12.
#include <fmt/format.h>

#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/signals.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr double kRatios[] = {0.25, 0.5, 1, 1.5, 2, 3, 4.3, 8};
constexpr double kReference[] = {0.784, 0.572, 0.481, 0.401, 0.353, 0.298, 0.247, 0.180};

Matrix filtered(const Matrix& truth, double ratio, const random::Rng& rng) {
  const double variance = mean_variance(truth) / ratio;
  const Matrix released = truth + gaussian(kInstances, kFeatures, std::sqrt(variance), rng);
  return attacks::reconstruct("spectral(center=no)", released, knows_white(kFeatures, variance)).values;
}

Report run(const Settings& settings) {
  Report report;
  const Matrix truth = trends(kSlow);
  const Trials trials(settings.times(40, 40), settings.rng.fork("sweep"), [&](const random::Rng& rng) {
    std::vector<double> found;
    for (const double ratio : kRatios) found.push_back(rmse(filtered(truth, ratio, rng), truth));  // same draws, scaled
    return found;
  });
  const std::vector<double> errors = trials.means();
  for (std::size_t i = 0; i < std::size(kRatios); ++i) {
    report.check(fmt::format("rmse at SNR {:g}", kRatios[i]), "",
                 like(kReference[i], kReferenceSeeds, trials, static_cast<Index>(i), 0.0005), errors[i]);
  }
  report.check("the error falls as the SNR grows", "increasing trend as SNR falls", "strictly", numbers(errors),
               falling(errors));

  report.plots.push_back(
      {.name = "001-fig12-error",
       .title = "Figure 12 right: error against SNR",
       .x_label = "SNR",
       .y_label = "rmse",
       .series = {{"spectral filtering", {std::begin(kRatios), std::end(kRatios)}, errors, Series::Style::both}},
       .log_x = true});
  report.plots.push_back(
      {.name = "001-fig12-sine",
       .title = "Figure 12 left: a sine feature at SNR 1 and 4.3",
       .x_label = "instance",
       .y_label = "value",
       .series = {run_of("estimated, SNR 1", filtered(truth, 1, settings.rng.fork("plot")).col(0), 0, kInstances),
                  run_of("estimated, SNR 4.3", filtered(truth, 4.3, settings.rng.fork("plot")).col(0), 0, kInstances),
                  run_of("actual", truth.col(0), 0, kInstances)}});
  return report;
}

}  // namespace

extern const Experiment signal_to_noise_experiment = {
    .name = "001-fig12",
    .paper = "Kargupta et al. 2003 (001), section VIII.E, figure 12",
    .title = "error against the signal-to-noise ratio",
    .claim = "as the SNR decreases the mean error shows an increasing trend; up to an SNR of 1 the estimate is reasonable.",
    .run = run};

}  // namespace guise::papers
