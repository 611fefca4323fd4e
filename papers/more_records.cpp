// SPDX-License-Identifier: Apache-2.0
// More records for the adversary: 100 attributes, 5 principal components. Not a figure of paper 002; it shows why "BE-DR is
// always better" fails with an estimated covariance (erratum 34), and that SF gets worse: every variance above the edge is
// kept.
#include "papers/disguise.h"

namespace guise::papers {
namespace {

Report run(const Settings& settings) {
  std::vector<double> sizes = {200, 1000, 5000};
  if (settings.effort >= 1) sizes.push_back(20'000);
  std::vector<Disguise> disguises;
  for (const double n : sizes) {
    disguises.push_back(
        {.at = n, .eigenvalues = fixed_trace(100, 5), .noise = white(100), .principal = 5, .records = static_cast<Index>(n)});
  }
  const Errors errors = compare(settings, disguises);
  Report report;
  report.check("BE-DR falls with n", "", "strictly (5.81 3.08 2.37 2.22)", numbers(errors.bayes), falling(errors.bayes));
  report.check("PCA-DR falls with n", "", "strictly (2.96 2.31 2.22 2.21)", numbers(errors.principal),
               falling(errors.principal));
  report.check("SF at the most records over SF at 1000", "", at_least(1.1), errors.spectral.back() / errors.spectral[1]);
  const auto first = [&](std::vector<double> reference) {
    reference.resize(sizes.size());
    return reference;
  };
  check_reference(report, errors, curve_spectral, "SF", first({2.96, 2.58, 3.04, 4.09}));
  check_reference(report, errors, curve_principal, "PCA-DR", first({2.96, 2.31, 2.22, 2.21}));
  check_reference(report, errors, curve_bayes, "BE-DR", first({5.81, 3.08, 2.37, 2.22}));
  report.check("BE-DR over PCA-DR at the most records", "always better (erratum 34)", at_least(1),
               errors.bayes.back() / errors.principal.back());
  report.check("BE-DR, true covariance, at 1000", "", within(errors.bayes_theory[1], 0.03), errors.exact[1]);
  Plot figure = plot("002-records", "More records: 100 attributes, 5 principal components", "records", errors);
  figure.log_x = true;
  report.plots.push_back(std::move(figure));
  return report;
}

}  // namespace

extern const Experiment more_records_experiment = {.name = "002-records",
                                                   .paper = "Huang, Du and Chen 2005 (002), beyond its figures",
                                                   .title = "more records",
                                                   .claim = "BE-DR is always better than the PCA-based schemes.",
                                                   .run = run};

}  // namespace guise::papers
