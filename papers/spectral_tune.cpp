// SPDX-License-Identifier: Apache-2.0
// One series cut into columns: an audio tune at SNR 1.3, 10 000 samples as 250 x 40. Paper 001, section VIII.A, figure 6.
// The paper's recording is not published: a generated tune stands in, and two public recordings when the data folder has them.
#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/real_data.h"
#include "papers/signals.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

struct Attempt {
  Vector released, spectral, fir, frequency;
};

Attempt attempt(const Vector& truth, double variance, const random::Rng& rng) {
  const Matrix released = truth + gaussian(truth.size(), 1, std::sqrt(variance), rng);
  const attacks::Knowledge known = knows_white(1, variance);
  return {.released = released,
          .spectral = attacks::reconstruct("spectral(center=no, split=40)", released, known).values,
          .fir = attacks::reconstruct("wiener(length=31)", released, known).values,
          .frequency = attacks::reconstruct("wiener(domain=frequency)", released, known).values};
}

Trials repeated(const Vector& truth, double variance, int times, const random::Rng& rng) {
  return {times, rng, [&](const random::Rng& own) {
            const Attempt found = attempt(truth, variance, own);
            const Matrix columns = split(found.spectral, 40);
            return std::vector<double>{rmse(found.released, truth), rmse(found.spectral, truth), rmse(found.fir, truth),
                                       rmse(found.frequency, truth), static_cast<double>(components_kept(columns, false))};
          }};
}

void recording(const Settings& settings, Report& report, const char* file, const std::string& what) {
  const std::filesystem::path path = settings.real(file);
  if (path.empty()) {
    report.skipped.push_back(std::string(file) + " is not in the data folder");
    return;
  }
  const Vector truth = read_columns(path, {"amplitude"});
  const Trials trials = repeated(truth, mean_variance(truth) / 1.3, settings.times(5), settings.rng.fork(what));
  // No fixed level here: how well a 250 x 40 cut suits a recording depends on its pitch. It must help, and Wiener must do
  // better.
  report.check(what + ": spectral filtering over release", "close approximation", at_most(0.75),
               trials.mean(1) / trials.mean(0));
  report.check(what + ": FIR Wiener over spectral filtering", "", at_most(1), trials.mean(2) / trials.mean(1));
}

Report run(const Settings& settings) {
  const Vector truth = tune();
  const double variance = mean_variance(truth) / 1.3;
  Report report;
  const Trials trials = repeated(truth, variance, settings.times(10), settings.rng.fork("tune"));
  report.inform("components kept", "", "11", trials.text(4));
  check_like(report, "rmse of the release, spectral filtering, FIR Wiener (31), frequency Wiener", "close approximation",
             {0.257, 0.158, 0.111, 0.137}, kReferenceSeeds, trials, 0, 1, 0.0005);
  recording(settings, report, "audio_guitar_11025hz.csv", "guitar");
  recording(settings, report, "audio_speech_8000hz.csv", "speech");

  constexpr Index kFirst = 2000, kShown = 250;
  const Attempt found = attempt(truth, variance, settings.rng.fork("plot"));
  report.plots.push_back(
      {.name = "001-fig6-tune",
       .title = "Figure 6: a fraction of the tune at SNR 1.3",
       .x_label = "sample",
       .y_label = "amplitude",
       .series = {run_of("released", found.released, kFirst, kShown, Series::Style::points),
                  run_of("spectral filtering", found.spectral, kFirst, kShown),
                  run_of("FIR Wiener, 31 taps", found.fir, kFirst, kShown), run_of("actual", truth, kFirst, kShown)}});
  return report;
}

}  // namespace

extern const Experiment spectral_tune_experiment = {.name = "001-fig6",
                                                    .paper = "Kargupta et al. 2003 (001), section VIII.A, figure 6",
                                                    .title = "an audio tune, one series cut into columns",
                                                    .claim = "the estimated data is a close approximation of the actual data.",
                                                    .run = run};

}  // namespace guise::papers
