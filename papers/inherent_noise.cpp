// SPDX-License-Identifier: Apache-2.0
// Data that are noisy themselves, against trends, at SNR 1.1. Paper 001, section VIII.E, figure 13.
// Ionosphere without its binary and its constant column; where the data folder is missing, a generated table of the same shape
// with slowly falling eigenvalues stands in.
#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/correlated.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/real_data.h"
#include "papers/signals.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr double kRatio = 1.1;

Matrix perturbed(const Matrix& truth, const random::Rng& rng) {
  return truth + gaussian(truth.rows(), truth.cols(), std::sqrt(mean_variance(truth) / kRatio), rng);
}

Matrix filtered(const Matrix& truth, const Matrix& released) {
  return attacks::reconstruct("spectral(center=no)", released, knows_white(truth.cols(), mean_variance(truth) / kRatio)).values;
}

/// rmse over the standard deviation of the data, and components kept.
Trials repeated(const Matrix& truth, int times, const random::Rng& rng) {
  return {times, rng, [&](const random::Rng& own) {
            const Matrix guess = filtered(truth, perturbed(truth, own));
            return std::vector<double>{rmse(guess, truth) / std::sqrt(mean_variance(truth)),
                                       static_cast<double>(components_kept(guess, false))};
          }};
}

/// 351 x 32, eigenvalues falling like those of the real table: the first holds about a third, half of them carry weight.
Matrix stand_in(const random::Rng& rng) {
  Vector eigenvalues(32);
  for (Index i = 0; i < eigenvalues.size(); ++i) eigenvalues[i] = 1 / (0.5 + static_cast<double>(i));
  return make_population(eigenvalues, rng.fork("population")).draw(351, rng.fork("records"));
}

Report run(const Settings& settings) {
  Report report;
  const Matrix trend = trends(kSlow), generated = stand_in(settings.rng.fork("stand-in"));
  const int times = settings.times(20, 5);
  const Trials smooth = repeated(trend, times, settings.rng.fork("trend"));
  const Trials rough = repeated(generated, times, settings.rng.fork("generated"));
  report.check("trends: rmse over sd", "close estimation", like(0.418, kReferenceSeeds, smooth, 0, 0.0005), smooth.mean(0));
  report.check("generated noisy table over trends", "poor", at_least(1.6), rough.mean(0) / smooth.mean(0));

  const std::filesystem::path file = settings.real("ionosphere.csv");
  if (file.empty()) {
    report.skipped.emplace_back("Ionosphere: ionosphere.csv is not in the data folder");
  } else {
    const Trials real = repeated(drop_coarse_columns(read_columns(file), 3), times, settings.rng.fork("ionosphere"));
    report.check("Ionosphere: rmse over sd", "poor", like(0.776, kReferenceSeeds, real, 0, 0.0005), real.mean(0));
    report.check("Ionosphere: components kept", "", like(12.4, kReferenceSeeds, real, 1, 0.05), real.mean(1));
    report.check("Ionosphere over trends", "poor against good", at_least(1.6), real.mean(0) / smooth.mean(0));
  }

  const Matrix noisy = file.empty() ? generated : drop_coarse_columns(read_columns(file), 3);
  const auto shown = [&](const Matrix& truth, Index feature, std::string name, std::string title) {
    const Matrix released = perturbed(truth, settings.rng.fork("plot")), guess = filtered(truth, released);
    constexpr Index kShown = 100;
    report.plots.push_back(
        {.name = std::move(name),
         .title = std::move(title),
         .x_label = "instance",
         .y_label = "value",
         .series = {run_of("released", released.col(feature), 0, kShown, Series::Style::points),
                    run_of("estimated", guess.col(feature), 0, kShown), run_of("actual", truth.col(feature), 0, kShown)}});
  };
  shown(trend, 3, "001-fig13-trend", "Figure 13 left: a sine feature at SNR 1.1");
  shown(noisy, 2, "001-fig13-noisy",
        std::string("Figure 13 right: a feature of ") + (file.empty() ? "the generated table" : "Ionosphere") + " at SNR 1.1");
  return report;
}

}  // namespace

extern const Experiment inherent_noise_experiment = {
    .name = "001-fig13",
    .paper = "Kargupta et al. 2003 (001), section VIII.E, figure 13",
    .title = "data with noise of their own",
    .claim = "at the same SNR recovery is close for data with a trend and poor for inherently noisy data.",
    .run = run};

}  // namespace guise::papers
