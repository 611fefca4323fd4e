// SPDX-License-Identifier: Apache-2.0
// What a sample of other people tells before any attack, and which attack it calls for. Paper 004, section 4 and Table 1.
#include <fmt/format.h>

#include <cmath>

#include "attacks/called_for.h"
#include "papers/credit_data.h"
#include "papers/draw.h"
#include "stats/laplace_fit.h"
#include "stats/normality.h"
#include "stats/prior_knowledge.h"

namespace guise::papers {
namespace {

std::string p_values(const std::vector<stats::Significance>& tests) {
  std::vector<double> values;
  for (const stats::Significance& test : tests) values.push_back(test.p_value);
  return numbers(values);
}

/// Table 1: what two tables that are what the paper assumes call for.
void table_1(const random::Rng& rng, Report& report) {
  const auto row = [&](const std::string& what, const Matrix& sample, const std::string& wanted) {
    const stats::PriorKnowledge known = stats::test_prior_knowledge(sample, rng.fork("tests of " + what));
    std::vector<std::string> attacks;
    for (const attacks::CalledFor& called : attacks::called_for(known)) attacks.push_back(called.attack);
    report.check(fmt::format("Table 1, {}: attacks called for", what), wanted == "sparse" ? "UICA" : "MAP", wanted,
                 fmt::format("{}", fmt::join(attacks, ", ")), std::ranges::find(attacks, wanted) != attacks.end());
    report.inform("… p-values of independence and joint normality", "", "",
                  numbers({known.independence.p_value, known.normal ? known.normal->p_value : 0}));
  };
  constexpr Index kRecords = 1000;
  const Matrix a = uniform(100, 0, 1, rng.fork("A")).reshaped(10, 10);
  row("independent Laplace attributes", laplace(kRecords, 3, rng.fork("laplace")), "sparse");
  row("correlated normal attributes", gaussian(kRecords, 10, 1, rng.fork("normal")) * a.transpose(), "bayes");
}

/// With fitted parameters the usual critical value of Kolmogorov and Smirnov rejects nothing (erratum 53).
void fitted_parameters(const random::Rng& rng, Report& report) {
  constexpr Index kRecords = 300, kTables = 400;
  const Matrix samples = laplace(kRecords, kTables, rng.fork("samples"));
  const double nominal = 1.358 / std::sqrt(static_cast<double>(kRecords));  // 5 %
  Index by_nominal = 0, by_bootstrap = 0;
  for (Index j = 0; j < kTables; ++j) by_nominal += stats::laplace_distance(samples.col(j)) > nominal;
  for (const stats::Significance& test : stats::test_laplace(samples, 199, rng.fork("bootstrap")))
    by_bootstrap += test.p_value <= 0.05;
  const auto share = [](Index count) { return static_cast<double>(count) / kTables; };
  report.check("Laplace data rejected at 5 %, usual critical value", "Kolmogorov-Smirnov (erratum 53)", at_most(0.01),
               share(by_nominal));
  // Its own critical value is drawn, 199 times: the share is 5 % ± 1.6 % for the draws and ± 1.1 % for the 400 samples.
  report.check("Laplace data rejected at 5 %, parametric bootstrap", "", near(0.05, 0.04), share(by_bootstrap));
}

void real_tables(const Settings& settings, const random::Rng& rng, Report& report) {
  constexpr int kDraws = 99;
  if (const std::optional<Matrix> german = german_attributes(settings, report)) {
    const stats::Normality normal = stats::test_normality(*german, kDraws, rng.fork("german"));
    report.check("German credit, three attributes: energy statistic", "taken for normal (erratum 50)", near(31.67, 0.005),
                 normal.test.statistic);
    report.check("… p-value of joint normality", "", at_most(0.01), normal.test.p_value);
  }
  if (const std::optional<Matrix> series = credit_series(settings, report)) {
    const std::vector<stats::Significance> laplace = stats::test_laplace(*series, kDraws, rng.fork("series"));
    const bool rejected = std::ranges::all_of(laplace, [](const auto& test) { return test.p_value <= 0.01; });
    report.check("three credit series: p-values of the Laplace law", "taken for sparse (erratum 50)", "each at most 0.01",
                 p_values(laplace), rejected);
    const stats::PriorKnowledge known = stats::test_prior_knowledge(*series, rng.fork("kurtosis"));
    const double expected[] = {11.1, 1.17, 3.84};
    for (std::size_t j = 0; j < known.attributes.size(); ++j)
      report.check(fmt::format("kurtosis of series {}, less 3", j + 1), number(expected[j]),
                   near(expected[j], j == 0 ? 0.05 : 0.005), known.attributes[j].kurtosis);
  }
}

Report run(const Settings& settings) {
  const random::Rng rng = settings.rng.fork("prior tests");
  Report report;
  table_1(rng, report);
  fitted_parameters(rng, report);
  const std::vector<stats::Significance> generated =
      stats::test_laplace(generated_series(rng.fork("series")), 99, rng.fork("own"));
  report.check("generated credit series: p-values of the Laplace law", "taken for sparse (erratum 50)", "each at most 0.01",
               p_values(generated), std::ranges::all_of(generated, [](const auto& test) { return test.p_value <= 0.01; }));
  real_tables(settings, rng, report);
  return report;
}

}  // namespace

extern const Experiment prior_tests_experiment = {
    .name = "004-prior",
    .paper = "Sang, Shen and Tian 2009 (004), section 4, Table 1",
    .title = "what a sample tells before the attack",
    .claim = "independent Laplace attributes call for UICA, dependent normal ones for MAP.",
    .run = run};

}  // namespace guise::papers
