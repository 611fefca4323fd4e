// SPDX-License-Identifier: Apache-2.0
// Three credit series behind two columns, the matrix known: UICA against PCA. Paper 004, section 7.2, figure 3b.
// The adversary knows the distributions of the series as well as if he had them: "enough samples".
#include <fmt/format.h>

#include "linalg/least_l1.h"
#include "papers/credit_data.h"
#include "papers/masked.h"
#include "papers/recovery.h"
#include "papers/trials.h"
#include "random/matrices.h"
#include "stats/moments.h"

namespace guise::papers {
namespace {

const std::vector<std::string> kAttacks = {kUica, kPca, kMap, "whiten"};
enum { uica, pca, map };
const std::vector<std::string> kLabels = {"UICA (sparse)", "PCA (whiten, nearest)", "Gaussian MAP (bayes)",
                                          "PCA with signs settled (whiten)"};

// "For every matrix" is almost true: PCA was ahead under 4 of 4000 (ten seeds, the real series), 5 of 4000 (generated).
constexpr double kAlmostAll = 0.99;

struct Rates {
  std::vector<std::vector<double>> curves;  ///< by attack, over the tolerances
  double ahead;                             ///< share of the matrices under which UICA's curve is above PCA's, on average
};

Rates rates(const Matrix& data, int times, const random::Rng& rng) {
  const std::size_t n = kTolerances.size();
  const Trials trials(times, rng, [&](const random::Rng& own) {
    const Masked release = masked("project(k=2)", data, own.fork("mask"));
    attacks::Knowledge known = release.insider;
    known.sample = data;
    std::vector<double> out = recovery_of(kAttacks, data, release.released, known, own.fork("attack"));
    double lead = 0;
    for (std::size_t i = 0; i < n; ++i) lead += out[uica * n + i] - out[pca * n + i];
    out.push_back(lead);
    return out;
  });
  const std::vector<double> means = trials.means();
  Rates out{{}, trials.share_above(static_cast<Index>(kAttacks.size() * n), 0)};
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    out.curves.emplace_back(means.begin() + static_cast<std::ptrdiff_t>(a * n),
                            means.begin() + static_cast<std::ptrdiff_t>((a + 1) * n));
  return out;
}

Plot plot(const std::string& whose, const Rates& found) {
  Plot out{.name = "004-fig3b",
           .title = fmt::format("Figure 3b: recovery rates, {} behind two columns", whose),
           .x_label = "tolerance ε",
           .y_label = "recovery rate",
           .series = {}};
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    out.series.push_back({kLabels[a], {kTolerances.begin(), kTolerances.end()}, found.curves[a], Series::Style::both});
  return out;
}

/// Erratum 54.
double share_without_one(const Matrix& data, const random::Rng& rng) {
  constexpr int kMatrices = 2000;
  const Vector sd = stats::moments_of(data).variance().cwiseSqrt();
  int count = 0;
  for (int i = 0; i < kMatrices; ++i)
    count += linalg::LeastL1(random::gaussian_matrix(2, 3, rng.with_step(static_cast<std::uint32_t>(i))) * sd.asDiagonal())
                 .unused_columns() > 0;
  return static_cast<double>(count) / kMatrices;
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("credit rates");
  const int times = settings.times(200, 40);
  Report report;
  const Matrix generated = generated_series(rng.fork("series"));
  Rates found = rates(generated, times, rng.fork("generated"));
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    report.inform(fmt::format("generated series: {} at ε = 0.05 0.1 0.2 0.3 0.4 0.5", kLabels[a]), "", "",
                  numbers(found.curves[a]));
  report.check("generated series: share of matrices under which UICA beats PCA", "much better", at_least(kAlmostAll),
               found.ahead);
  std::string whose = "generated series";

  if (const std::optional<Matrix> real = credit_series(settings, report)) {
    found = rates(*real, times, rng.fork("real"));
    const std::vector<std::vector<double>> reference = {
        {0.53, 0.60, 0.66, 0.70, 0.72, 0.75}, {0.12, 0.20, 0.32, 0.40, 0.46, 0.51}, {0.54, 0.61, 0.66, 0.70, 0.73, 0.76}};
    for (std::size_t a = 0; a < reference.size(); ++a)
      check_curve(report, fmt::format("credit series: {} at ε = 0.05 0.1 0.2 0.3 0.4 0.5", kLabels[a]), "", reference[a], 0.06,
                  found.curves[a]);
    report.check("credit series: share of matrices under which UICA beats PCA", "much better", at_least(kAlmostAll),
                 found.ahead);
    report.check("credit series: share of matrices where UICA returns one attribute as its mean for every record",
                 "(erratum 54)", at_least(0.99), share_without_one(*real, rng.fork("without one")));
    whose = "three credit series";
  }
  report.plots.push_back(plot(whose, found));
  return report;
}

}  // namespace

extern const Experiment credit_rates_experiment = {.name = "004-fig3b",
                                                   .paper = "Sang, Shen and Tian 2009 (004), section 7.2, figure 3b",
                                                   .title = "three credit series, the matrix known",
                                                   .claim = "the UICA-based reconstruction performs much better than PCA.",
                                                   .run = run};

}  // namespace guise::papers
