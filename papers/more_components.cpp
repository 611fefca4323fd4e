// SPDX-License-Identifier: Apache-2.0
// More principal components among 100 attributes: less correlation, worse reconstruction. Paper 002, experiment 2, figure 2.
#include <fmt/format.h>

#include <algorithm>

#include "papers/disguise.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 100;

/// Largest-gap selection, section 5.2 footnote: exact up to p = 80; at p = m only with a zero after the last eigenvalue
/// (erratum 37).
void check_gap(Report& report, const Errors& errors) {
  bool found = true;
  for (std::size_t i = 0; i < errors.at.size(); ++i) {
    if (errors.at[i] <= 80) found = found && errors.gap[i] == errors.at[i] && errors.gap_most[i] == errors.at[i];
  }
  report.check("components found by the largest gap, p = 2 to 80", "used in the experiments", "p in every run",
               numbers(errors.gap), found);
  report.check("components found at p = m = 100", "", "100 in every run",
               fmt::format("{:g} to {:g}", errors.gap.back(), errors.gap_most.back()), errors.gap.back() == kAttributes);
}

Report run(const Settings& settings) {
  std::vector<double> counts = {2, 5, 10, 20, 40, 60, 80, 100};
  std::vector<Disguise> disguises;
  for (const double p : counts) {
    const auto principal = static_cast<Index>(p);
    disguises.push_back(
        {.at = p, .eigenvalues = fixed_trace(kAttributes, principal), .noise = white(kAttributes), .principal = principal});
  }
  const Errors errors = compare(settings, disguises);
  Report report;
  report.inform("UDR", "constant", "17.1 to 20.0", numbers(errors.univariate));
  report.check("SF rises with p", "rises", "strictly (1.96 2.73 3.73 6.27 11.4 16.3 20.9 25.1)", numbers(errors.spectral),
               rising(errors.spectral));
  report.check("PCA-DR rises with p", "rises", "strictly (1.55 2.32 3.64 6.27 11.4 16.3 20.9 25.1)", numbers(errors.principal),
               rising(errors.principal));
  report.check("BE-DR rises with p", "rises", "strictly (2.40 3.10 4.26 6.49 10.6 14.3 17.6 20.5)", numbers(errors.bayes),
               rising(errors.bayes));
  check_reference(report, errors, curve_spectral, "SF", {1.96, 2.73, 3.73, 6.27, 11.4, 16.3, 20.9, 25.1});
  check_reference(report, errors, curve_principal, "PCA-DR", {1.55, 2.32, 3.64, 6.27, 11.4, 16.3, 20.9, 25.1});
  check_reference(report, errors, curve_bayes, "BE-DR", {2.40, 3.10, 4.26, 6.49, 10.6, 14.3, 17.6, 20.5});
  check_theory(report, errors);
  check_gap(report, errors);
  double worst = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] >= 40) worst = std::max(worst, errors.bayes[i] / errors.principal[i]);
  }
  report.check("BE-DR over PCA-DR, largest for p >= 40", "always better", at_most(1), worst);
  report.plots.push_back(
      plot("002-fig2", "Figure 2: more principal components, 100 attributes", "principal components", errors));
  return report;
}

}  // namespace

extern const Experiment more_components_experiment = {
    .name = "002-exp2",
    .paper = "Huang, Du and Chen 2005 (002), section 7.2, figure 2",
    .title = "more principal components",
    .claim = "SF, PCA-DR and BE-DR are more accurate when the principal components are fewer.",
    .run = run};

}  // namespace guise::papers
