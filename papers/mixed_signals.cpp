// SPDX-License-Identifier: Apache-2.0
// Four sounds heard through four mixtures and through two: what independent component analysis hears. Paper 000, section IV,
// figures 2 to 4. The paper's recordings are not described: a tune, a siren, speech-like bursts and a buzz stand in.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/components.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/signals.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

constexpr Index kSamples = 8000, kSources = 4;  // section IV.A
constexpr double kRate = 8000, kTurn = 2 * std::numbers::pi;

Matrix sounds(const random::Rng& rng) {
  Matrix out(kSamples, kSources);
  out.col(0) = tune().head(kSamples);
  out.col(2) = laplace(kSamples, 1, rng);
  for (Index i = 0; i < kSamples; ++i) {
    const double t = static_cast<double>(i) / kRate, phase = 90.7 * t;
    out(i, 1) = std::sin(kTurn * (700 * t - 250 / (kTurn * 1.5) * std::cos(kTurn * 1.5 * t)));  // a siren, 450 to 950 Hz
    out(i, 2) *= square(std::sin(kTurn * 2.3 * t));   // noise in bursts of syllable length
    out(i, 3) = 2 * (phase - std::floor(phase)) - 1;  // a sawtooth of 90.7 Hz
  }
  return out;
}

/// Best |correlation| of each source with any component, rising.
std::vector<double> heard(const Matrix& sources, const Matrix& released, const random::Rng& rng) {
  const Vector best = correlations(sources, independent_components(released, rng)).rowwise().maxCoeff();
  std::vector<double> out = list(best);
  std::ranges::sort(out);
  return out;
}

Trials mixtures(const Settings& settings, const Matrix& sources, const std::string& mask) {
  return {settings.times(20, 5), settings.rng.fork(mask), [&](const random::Rng& rng) {
            return heard(sources, masked(mask, sources, rng.fork("mask")).released, rng.fork("ica"));
          }};
}

Plot waves(std::string name, std::string title, const Matrix& data, const char* label) {
  constexpr Index kFirst = 1000, kShown = 400;
  Plot out{.name = std::move(name), .title = std::move(title), .x_label = "sample", .y_label = "", .series = {}};
  for (Index j = 0; j < data.cols(); ++j) {  // one above the other
    const Vector lifted =
        data.col(j) / data.col(j).cwiseAbs().maxCoeff() + Vector::Constant(data.rows(), -2.0 * static_cast<double>(j));
    out.series.push_back(run_of(fmt::format("{} {}", label, j + 1), lifted, kFirst, kShown));
  }
  return out;
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("sounds")};
  const Matrix sources = sounds(own.rng.fork("sources"));
  const Trials square = mixtures(own, sources, "project(k=4)"), rotated = mixtures(own, sources, "rotate"),
               two = mixtures(own, sources, "project(k=2)");
  Report report;
  report.check("figure 3, four mixtures: |correlation| of the worst source, least over matrices", "very well reconstructed",
               at_least(0.99), square.least(0));
  report.check("the same after a rotation", "", at_least(0.99), rotated.least(0));
  const std::vector<double> best = two.means();
  report.inform("figure 4, two mixtures: |correlation| of each source, worst first", "none reconstructed",
                "0.27 0.57 0.76 0.93", numbers(best));
  report.check("figure 4: mean over the sources", "", between(0.55, 0.72), (best[0] + best[1] + best[2] + best[3]) / kSources);
  report.check("figure 4: worst source", "", at_most(0.5), best[0]);

  const Masked four = masked("project(k=4)", sources, own.rng.fork("plot")),
               half = masked("project(k=2)", sources, own.rng.fork("plot"));
  report.plots.push_back(waves("000-fig2", "Figure 2: four sounds", sources, "source"));
  report.plots.push_back(waves("000-fig3a", "Figure 3a: four mixtures of them", four.released, "mixture"));
  report.plots.push_back(waves("000-fig3b", "Figure 3b: independent components of the four mixtures",
                               independent_components(four.released, own.rng.fork("four")), "component"));
  report.plots.push_back(waves("000-fig4a", "Figure 4a: two mixtures", half.released, "mixture"));
  report.plots.push_back(waves("000-fig4b", "Figure 4b: independent components of the two mixtures",
                               independent_components(half.released, own.rng.fork("half")), "component"));
  return report;
}

}  // namespace

extern const Experiment mixed_signals_experiment = {
    .name = "000-ica",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section IV, figures 2 to 4",
    .title = "four sounds behind four mixtures and behind two",
    .claim = "independent component analysis recovers the sources from a square mixture very well and none from half as many.",
    .run = run};

}  // namespace guise::papers
