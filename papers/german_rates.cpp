// SPDX-License-Identifier: Apache-2.0
// Duration, age and number of credits of 1000 people behind two columns, the matrix known: MAP against PCA. Paper 004, section
// 7.3, figure 4b. The adversary knows the distribution of the attributes as well as if he had them: "enough samples".
#include <fmt/format.h>

#include "attacks/in_memory.h"
#include "papers/credit_data.h"
#include "papers/masked.h"
#include "papers/recovery.h"
#include "papers/trials.h"
#include "stats/moments.h"

namespace guise::papers {
namespace {

const std::vector<std::string> kAttacks = {kMap, kPca, kMean};
enum { map, pca, mean };
const std::vector<std::string> kLabels = {"MAP (bayes)", "PCA (whiten, nearest)", "everybody gets the mean"};
const std::vector<std::string> kAttributes = {"duration", "age", "number of credits"};

struct Rates {
  std::vector<std::vector<double>> curves;  ///< by attack, over the tolerances
  std::vector<double> by_attribute;         ///< of MAP, within 0.2
  double ahead;                             ///< share of the matrices under which MAP's curve is above PCA's, on average
};

Rates rates(const Matrix& data, int times, const random::Rng& rng) {
  const std::size_t n = kTolerances.size(), all = kAttacks.size() * n;
  const Trials trials(times, rng, [&](const random::Rng& own) {
    const Masked release = masked("project(k=2)", data, own.fork("mask"));
    attacks::Knowledge known = release.insider;
    known.sample = data;
    std::vector<double> out = recovery_of(kAttacks, data, release.released, known, own.fork("attack"));
    double lead = 0;
    for (std::size_t i = 0; i < n; ++i) lead += out[map * n + i] - out[pca * n + i];
    out.push_back(lead);
    const Matrix guess = attacks::reconstruct(kMap, release.released, known).values;
    for (Index j = 0; j < data.cols(); ++j) out.push_back(recovery(data.col(j), guess.col(j))[kOneFifth]);
    return out;
  });
  const std::vector<double> means = trials.means();
  Rates out{
      {}, {means.begin() + static_cast<std::ptrdiff_t>(all) + 1, means.end()}, trials.share_above(static_cast<Index>(all), 0)};
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    out.curves.emplace_back(means.begin() + static_cast<std::ptrdiff_t>(a * n),
                            means.begin() + static_cast<std::ptrdiff_t>((a + 1) * n));
  return out;
}

/// What holds for the real records and for those that stand in.
void judge(const std::string& whose, const Rates& found, Report& report) {
  report.check(whose + ": share of matrices under which MAP beats PCA", "much better", at_least(0.95), found.ahead);
  for (std::size_t j = 0; j < kAttributes.size(); ++j)
    report.check(fmt::format("{}: MAP within 20 %, {}", whose, kAttributes[j]), "", j < 2 ? at_least(0.9) : at_most(0.15),
                 found.by_attribute[j]);
}

Plot plot(const std::string& whose, const Rates& found) {
  Plot out{.name = "004-fig4b",
           .title = fmt::format("Figure 4b: recovery rates, three attributes of {} behind two columns", whose),
           .x_label = "tolerance ε",
           .y_label = "recovery rate",
           .series = {}};
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    out.series.push_back({kLabels[a], {kTolerances.begin(), kTolerances.end()}, found.curves[a], Series::Style::both});
  return out;
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("german rates");
  const int times = settings.times(200, 40);
  Report report;
  Rates found = rates(generated_attributes(rng.fork("attributes")), times, rng.fork("generated"));
  std::string whose = "generated people";
  for (std::size_t a = 0; a < kAttacks.size(); ++a)
    report.inform(fmt::format("{}: {} at ε = 0.05 0.1 0.2 0.3 0.4 0.5", whose, kLabels[a]), "", "", numbers(found.curves[a]));
  judge(whose, found, report);

  if (const std::optional<Matrix> real = german_attributes(settings, report)) {
    whose = "German credit";
    found = rates(*real, times, rng.fork("real"));
    const std::vector<std::vector<double>> reference = {
        {0.55, 0.62, 0.67, 0.75, 0.90, 0.96}, {0.12, 0.23, 0.39, 0.52, 0.62, 0.70}, {0.06, 0.09, 0.26, 0.43, 0.52, 0.80}};
    for (std::size_t a = 0; a < kAttacks.size(); ++a) {
      const auto rest = [](const std::vector<double>& curve) { return std::vector<double>(curve.begin() + 1, curve.end()); };
      report.check(fmt::format("{}: {} at ε = 0.05", whose, kLabels[a]), "", near(reference[a][0], 0.14), found.curves[a][0]);
      check_curve(report, fmt::format("{}: {} at ε = 0.1 0.2 0.3 0.4 0.5", whose, kLabels[a]), "", rest(reference[a]), 0.06,
                  rest(found.curves[a]));
    }
    judge(whose, found, report);
  }
  report.plots.push_back(plot(whose, found));
  return report;
}

}  // namespace

extern const Experiment german_rates_experiment = {.name = "004-fig4b",
                                                   .paper = "Sang, Shen and Tian 2009 (004), section 7.3, figure 4b",
                                                   .title = "three attributes of the German credit data, the matrix known",
                                                   .claim = "the MAP-based reconstruction performs much better than PCA.",
                                                   .run = run};

}  // namespace guise::papers
