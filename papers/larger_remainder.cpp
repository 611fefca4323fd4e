// SPDX-License-Identifier: Apache-2.0
// Larger eigenvalues outside the principal components: 20 of 400, 80 of e. Paper 002, experiment 3, figure 3.
#include <algorithm>

#include "papers/disguise.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 100, kPrincipal = 20;

Report run(const Settings& settings) {
  const std::vector<double> sizes = {1, 5, 10, 20, 30, 40, 50};
  std::vector<Disguise> disguises;
  for (const double e : sizes) {
    disguises.push_back({.at = e,
                         .eigenvalues = two_levels(kAttributes, kPrincipal, 400, e),
                         .noise = white(kAttributes),
                         .principal = kPrincipal});
  }
  const Errors errors = compare(settings, disguises);
  Report report;
  // The trace grows with e, so UDR is not quite constant (erratum 35).
  const std::vector<double> to_forty(errors.spectral.begin(), errors.spectral.end() - 1);
  report.check("SF rises to e = 40", "rises", "strictly (6.28 11.0 16.8 23.5 25.9 26.2 25.7)", numbers(errors.spectral),
               rising(to_forty));
  report.check("PCA-DR rises with e", "rises", "strictly (6.28 9.41 13.3 21.1 29.0 36.8 44.6)", numbers(errors.principal),
               rising(errors.principal));
  report.check("BE-DR rises with e", "rises to UDR", "strictly (6.45 9.08 11.6 14.8 16.7 17.9 18.9)", numbers(errors.bayes),
               rising(errors.bayes));
  check_reference(report, errors, curve_univariate, "UDR (erratum 35)", {18.8, 19.1, 19.3, 19.7, 20.1, 20.4, 20.7});
  check_reference(report, errors, curve_spectral, "SF", {6.28, 11.0, 16.8, 23.5, 25.9, 26.2, 25.7});
  check_reference(report, errors, curve_principal, "PCA-DR", {6.28, 9.41, 13.3, 21.1, 29.0, 36.8, 44.6});
  check_reference(report, errors, curve_bayes, "BE-DR", {6.45, 9.08, 11.6, 14.8, 16.7, 17.9, 18.9});
  check_theory(report, errors);
  double worst = 0, crossing = 1e9;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= 5) worst = std::max(worst, errors.bayes[i] / errors.principal[i]);
    if (sizes[i] >= 20) crossing = std::min(crossing, errors.principal[i] / errors.univariate[i]);
  }
  report.check("BE-DR over PCA-DR, largest for e >= 5", "always better", at_most(1), worst);
  report.check("PCA-DR over UDR, least for e >= 20", "higher than UDR after a point", at_least(1), crossing);
  report.plots.push_back(plot("002-fig3", "Figure 3: larger eigenvalues outside 20 principal components",
                              "eigenvalue of the other 80 components", errors));
  return report;
}

}  // namespace

extern const Experiment larger_remainder_experiment = {
    .name = "002-exp3",
    .paper = "Huang, Du and Chen 2005 (002), section 7.3, figure 3",
    .title = "larger eigenvalues outside the principal components",
    .claim = "the errors of SF and PCA-DR grow beyond that of UDR; BE-DR converges to UDR.",
    .run = run};

}  // namespace guise::papers
