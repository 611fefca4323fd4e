// SPDX-License-Identifier: Apache-2.0
// Noise with correlations like those of the data, white, or opposed, at the same power. Paper 002, section 8, figure 4.
// theta 0: eigenvalues proportional to those of the data; 1: white; 2: the same in reverse order; linear between.
#include <algorithm>
#include <cmath>

#include "papers/disguise.h"
#include "papers/measured.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 100, kPrincipal = 50;
constexpr double kLarge = 190, kSmall = 10;

Vector shaped(const Vector& eigenvalues, double theta) {
  const Vector similar = eigenvalues * (kNoiseVariance / eigenvalues.mean()), flat = white(kAttributes);
  const Vector end = theta <= 1 ? similar : Vector(similar.reverse());
  return flat + std::abs(1 - theta) * (end - flat);
}

Report run(const Settings& settings) {
  const Vector eigenvalues = two_levels(kAttributes, kPrincipal, kLarge, kSmall);
  const Population population = make_population(eigenvalues, settings.rng.fork("dissimilarity"));
  std::vector<double> thetas = {0, 0.5, 1, 1.5, 2}, rms, literal;
  std::vector<Disguise> disguises;
  for (const double theta : thetas) {
    const Vector noise = shaped(eigenvalues, theta);
    const Dissimilarity apart = correlation_dissimilarity(population.covariance(), population.with(noise));
    rms.push_back(apart.rms), literal.push_back(apart.literal);
    disguises.push_back({.at = theta, .eigenvalues = eigenvalues, .noise = noise, .principal = kPrincipal});
  }
  const Errors errors = compare(settings, disguises);
  Report report;
  const std::vector<double> reference = {0, 0.046, 0.091, 0.136, 0.181};
  double off = 0;  // another set of eigenvectors moves them by 1 %
  for (std::size_t i = 0; i < rms.size(); ++i) off = std::max(off, std::abs(rms[i] - reference[i]) - 0.03 * reference[i]);
  report.check("dissimilarity at theta 0 0.5 1 1.5 2", "x axis of figure 4", numbers(reference) + ", each ± 3 %", numbers(rms),
               off <= 0.0005);
  report.inform("dissimilarity as printed", "", "0 0.00046 0.00091 0.00136 0.00182", numbers(literal));
  report.check("PCA-DR falls with dissimilarity", "falls", "strictly (28.5 23.4 18.2 13.0 7.7)", numbers(errors.principal),
               falling(errors.principal));
  report.check("BE-DR falls with dissimilarity", "falls", "strictly (20.5 18.9 15.7 11.6 6.9)", numbers(errors.bayes),
               falling(errors.bayes));
  // Theorem 5.2 takes the eigenvectors for known. Beyond white noise the cut components hold more noise than data (47.5 against
  // 10 at theta 2), which tilts the estimated eigenvectors: the formula is a criterion up to theta 1 only.
  report.check("PCA-DR to theta 1: largest distance from theory", "", at_most(0.10), principal_distance(errors, 3));
  report.inform("PCA-DR to theta 2: the same", "", "0.23 (7.7 against 6.25)",
                number(principal_distance(errors, errors.at.size())));
  check_reference(report, errors, curve_spectral, "SF", {28.5, 23.3, 19.2, 19.8, 22.1});
  check_reference(report, errors, curve_principal, "PCA-DR", {28.5, 23.4, 18.2, 13.0, 7.7});
  check_reference(report, errors, curve_bayes, "BE-DR", {20.5, 18.9, 15.7, 11.6, 6.9});
  check_exact_bayes(report, errors);
  const std::vector<double>& sf = errors.spectral;
  report.check("SF is least near white noise", "the exception", "least at theta 1 or 1.5 (28.5 23.3 19.2 19.8 22.1)",
               numbers(sf), std::min(sf[2], sf[3]) < std::min({sf[0], sf[1], sf[4]}));
  report.check("SF at theta 2 over theta 1", "behaves differently", at_least(1.1), sf[4] / sf[2]);

  Errors shown = errors;
  shown.at = rms;
  Plot figure = plot("002-fig4", "Figure 4: correlated noise of the same power", "correlation dissimilarity (rms)", shown);
  figure.marks = {{rms[2], "white noise"}};
  report.plots.push_back(std::move(figure));
  return report;
}

}  // namespace

extern const Experiment similar_noise_experiment = {
    .name = "002-fig4",
    .paper = "Huang, Du and Chen 2005 (002), section 8.2, figure 4",
    .title = "noise similar to the data",
    .claim =
        "the more the correlations of the noise resemble those of the data, the worse PCA-DR and BE-DR; SF is the exception.",
    .run = run};

}  // namespace guise::papers
