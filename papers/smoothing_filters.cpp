// SPDX-License-Identifier: Apache-2.0
// Spectral filtering against moving average and Wiener filters on square trends. Paper 001, section VIII.C, figures 9 and 10.
// The paper's ordering depends on the data: with few periods a moving average of 10 is better (erratum 30), with many it is
// not.
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

struct Filter {
  const char* spec;
  const char* label;
};
constexpr Filter kFilters[] = {{"spectral(center=no)", "spectral filtering"},
                               {"average(length=10)", "moving average, 10"},
                               {"wiener(length=21)", "FIR Wiener, 21 taps"},
                               {"wiener(domain=frequency)", "frequency Wiener"}};

Trials errors(const Settings& settings, const Matrix& truth, double variance, const char* purpose) {
  return {settings.times(20, 5), settings.rng.fork(purpose), [&](const random::Rng& rng) {
            const Matrix released = truth + gaussian(kInstances, kFeatures, std::sqrt(variance), rng);
            const auto squares = square_features();
            std::vector<double> found;
            for (const Filter& filter : kFilters) {
              const Matrix guess = attacks::reconstruct(filter.spec, released, knows_white(kFeatures, variance)).values;
              found.push_back(rmse(guess(Eigen::all, squares), truth(Eigen::all, squares)));
            }
            return found;
          }};
}

void plot(const Settings& settings, Report& report, const Matrix& truth, double variance, const std::string& speed) {
  const Matrix released = truth + gaussian(kInstances, kFeatures, std::sqrt(variance), settings.rng.fork("plot"));
  constexpr Index kFeature = 1, kShown = 120;
  Plot out{.name = "001-fig9-10-" + speed,
           .title = "Figures 9, 10: a square trend, " + speed,
           .x_label = "instance",
           .y_label = "value",
           .series = {run_of("released", released.col(kFeature), 0, kShown, Series::Style::points)}};
  for (const Filter& filter : kFilters) {
    const Matrix guess = attacks::reconstruct(filter.spec, released, knows_white(kFeatures, variance)).values;
    out.series.push_back(run_of(filter.label, guess.col(kFeature), 0, kShown));
  }
  out.series.push_back(run_of("actual", truth.col(kFeature), 0, kShown));
  report.plots.push_back(std::move(out));
}

Report run(const Settings& settings) {
  Report report;
  const Matrix fast = trends(kFast), slow = trends(kSlow);
  const double fast_noise = mean_variance(fast) / 2, slow_noise = mean_variance(slow) / 2;  // SNR 2

  const Trials quick = errors(settings, fast, fast_noise, "fast"), lazy = errors(settings, slow, slow_noise, "slow");
  check_like(report, "fast: rmse of spectral, MA10, FIR21, frequency", "spectral is best", {0.426, 0.873, 0.495, 0.430},
             kReferenceSeeds, quick, 0, 1, 0.0005);
  report.check("fast: spectral over moving average", "better", at_most(1 / 1.8), quick.mean(0) / quick.mean(1));
  report.check("fast: spectral over FIR Wiener", "better", at_most(1), quick.mean(0) / quick.mean(2));
  check_like(report, "slow: rmse of spectral, MA10, FIR21", "spectral is best (erratum 30)", {0.411, 0.368, 0.384},
             kReferenceSeeds, lazy, 0, 1, 0.0005);
  report.check("slow: moving average over spectral", "worse (erratum 30)", at_most(1), lazy.mean(1) / lazy.mean(0));

  plot(settings, report, fast, fast_noise, "fast");
  plot(settings, report, slow, slow_noise, "slow");
  return report;
}

}  // namespace

extern const Experiment smoothing_filters_experiment = {
    .name = "001-fig9-10",
    .paper = "Kargupta et al. 2003 (001), section VIII.C, figures 9 and 10",
    .title = "spectral filtering against moving average and Wiener filters",
    .claim = "in most cases spectral filtering performs better than the moving average and Wiener filters.",
    .run = run};

}  // namespace guise::papers
