// SPDX-License-Identifier: Apache-2.0
// The noise variance is not told: it is fitted to the eigenvalues, then the filter runs. Paper 001, sections VII.B, VIII.F,
// figure 14.
#include <cmath>

#include "attacks/in_memory.h"
#include "attacks/noise_level.h"
#include "linalg/spectrum.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/signals.h"
#include "papers/trials.h"
#include "theory/marchenko_pastur.h"

namespace guise::papers {
namespace {

constexpr double kVariance = 0.85, kRatio = 4.25;

Vector second_moment_eigenvalues(const Matrix& data) {
  return linalg::symmetric_spectrum(data.transpose() * data / static_cast<double>(data.rows())).values;
}

Matrix perturbed(const Matrix& truth, const random::Rng& rng) {
  return truth + gaussian(kInstances, kFeatures, std::sqrt(kVariance), rng);
}

Report run(const Settings& settings) {
  Report report;
  const Matrix truth = sawteeth(kRatio * kVariance);
  // One component too many, 4 instead of 3, costs a draw a factor of sqrt(4/3): few draws would not tell 5 %.
  const Trials trials(settings.times(20, 20), settings.rng.fork("trials"), [&](const random::Rng& rng) {
    const Matrix released = perturbed(truth, rng.fork("noise"));
    const double fit = attacks::fitted_noise_variance(released, false, rng.fork("fit"));
    const double median = attacks::median_noise_variance(second_moment_eigenvalues(released), kInstances);
    const attacks::Knowledge nothing, known = knows_white(kFeatures, kVariance);
    const auto error = [&](const char* spec, const attacks::Knowledge& facts) {
      return rmse(attacks::reconstruct(spec, released, facts).values, truth);
    };
    return std::vector<double>{fit,
                               std::abs(fit / kVariance - 1),
                               std::abs(median / kVariance - 1),
                               error("spectral(center=no)", known),
                               error("spectral(center=no, variance=histogram)", nothing),
                               error("spectral(center=no, variance=median)", nothing)};
  });
  report.check("estimated variance, actual 0.85", "0.835", like(0.851, kReferenceSeeds, trials, 0, 0.0005), trials.mean(0));
  report.check("histogram fit: largest relative error", "within 10 %", at_most(0.10), trials.most(1));
  // The paper's 10 % is meant on average. The largest of 20 draws was beyond it in one of seven seeds (12 %).
  report.check("Marchenko-Pastur median: mean relative error", "", at_most(0.10), trials.mean(2));
  report.inform("Marchenko-Pastur median: largest relative error", "", "0.078", number(trials.most(2)));
  report.check("rmse with the actual variance", "", like(0.289, kReferenceSeeds, trials, 3, 0.0005), trials.mean(3));
  report.check("rmse with the fitted variance over that", "", within(1, 0.05), trials.mean(4) / trials.mean(3));
  report.check("rmse with the median's variance over that", "", within(1, 0.05), trials.mean(5) / trials.mean(3));

  const Matrix released = perturbed(truth, settings.rng.fork("plot"));
  const Matrix guess = attacks::reconstruct("spectral(center=no, variance=histogram)", released, {}).values;
  report.plots.push_back(
      {.name = "001-fig14-sawtooth",
       .title = "Figure 14 left: a sawtooth feature, noise variance unknown, SNR 4.25",
       .x_label = "instance",
       .y_label = "value",
       .series = {run_of("released", released.col(1), 0, kInstances, Series::Style::points),
                  run_of("estimated", guess.col(1), 0, kInstances), run_of("actual", truth.col(1), 0, kInstances)}});
  const double estimate = attacks::fitted_noise_variance(released, false, settings.rng.fork("plot fit"));
  const theory::Band band = theory::marchenko_pastur_band(estimate, kInstances, kFeatures);
  Series density{"fitted law of the noise", count_up(200, band.low, (band.high - band.low) / 199), {}};
  for (const double x : density.x) density.y.push_back(theory::marchenko_pastur_density(x, estimate, kInstances, kFeatures));
  report.plots.push_back(
      {.name = "001-fig14-eigenvalues",
       .title = "Figure 14 right: small eigenvalues of the release and the fitted law",
       .x_label = "eigenvalue",
       .y_label = "density",
       .series = {histogram("eigenvalues of the release", second_moment_eigenvalues(released), 0, 3, 30), density}});
  return report;
}

}  // namespace

extern const Experiment unknown_variance_experiment = {
    .name = "001-fig14",
    .paper = "Kargupta et al. 2003 (001), section VIII.F, figure 14",
    .title = "noise variance unknown",
    .claim = "on average the estimated variance is within 10 % of the actual one; 0.835 for 0.85.",
    .run = run};

}  // namespace guise::papers
