// SPDX-License-Identifier: Apache-2.0
#include "papers/disguise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "theory/reconstruction_error.h"

namespace guise::papers {
namespace {

/// UDR treats attributes alike and one by one: a few of them give its error as well as all.
constexpr Index kUnivariateSample = 10;

double univariate_error(const Matrix& truth, const Matrix& released, const Matrix& noise) {
  const Index m = std::min(kUnivariateSample, truth.cols());
  const attacks::Knowledge known = knows_shaped(noise.diagonal().head(m).asDiagonal());
  return mean_square(attacks::reconstruct("univariate", released.leftCols(m), known).values - truth.leftCols(m));
}

/// univariate, spectral, principal (count given), bayes, exact Bayes, components by the largest gap
std::vector<double> one_trial(const Disguise& disguise, const random::Rng& rng) {
  const Index m = disguise.eigenvalues.size();
  const Population population = make_population(disguise.eigenvalues, rng.fork("population"));
  const Matrix truth = population.draw(disguise.records, rng.fork("data")), noise = population.with(disguise.noise);
  const Matrix released = truth + population.draw(disguise.records, disguise.noise, rng.fork("noise"));
  const attacks::Knowledge known = knows_shaped(noise);
  attacks::Knowledge told = known;  // … and the covariance of the data
  told.prior_mean = Vector::Zero(m);
  told.prior_covariance = population.covariance();
  // SF knows only independent noise: it is told the mean variance (paper 002, section 8.2).
  const attacks::Knowledge power = knows_white(m, disguise.noise.mean());
  const auto error = [&](const std::string& spec, const attacks::Knowledge& facts) {
    return mean_square(attacks::reconstruct(spec, released, facts).values - truth);
  };
  const Matrix by_gap = attacks::reconstruct("principal", released, known).values;
  return {univariate_error(truth, released, noise),
          error("spectral(center=yes)", power),
          error(fmt::format("principal(count={})", disguise.principal), known),
          error("bayes", known),
          error("bayes", told),
          static_cast<double>(components_kept(by_gap, true))};
}

}  // namespace

Vector white(Index attributes) {
  return Vector::Constant(attributes, kNoiseVariance);
}

Errors compare(const Settings& settings, const std::vector<Disguise>& disguises) {
  Errors out;
  for (const Disguise& disguise : disguises) {
    const random::Rng rng = settings.rng.fork(fmt::format("{} {}", disguise.at, disguise.records));
    const Trials trials(settings.times(5), rng, [&](const random::Rng& own) { return one_trial(disguise, own); });
    out.trials.push_back(trials);
    out.at.push_back(disguise.at);
    out.univariate.push_back(trials.mean(0));
    out.spectral.push_back(trials.mean(1));
    out.principal.push_back(trials.mean(2));
    out.bayes.push_back(trials.mean(3));
    out.exact.push_back(trials.mean(4));
    out.gap.push_back(trials.least(5));
    out.gap_most.push_back(trials.most(5));
    // Theorem 5.2 for any noise along the eigenvectors: the noise of the kept components, and what is cut off.
    const Index p = disguise.principal, m = disguise.eigenvalues.size();
    out.principal_theory.push_back((disguise.noise.head(p).sum() + disguise.eigenvalues.tail(m - p).sum()) /
                                   static_cast<double>(m));
    const Matrix sx = disguise.eigenvalues.asDiagonal(), sr = disguise.noise.asDiagonal();
    out.bayes_theory.push_back(theory::bayes_error(sx, sr));
  }
  return out;
}

void check_reference(Report& report, const Errors& errors, Curve curve, const std::string& name,
                     const std::vector<double>& reference) {
  constexpr double kReferenceSeeds = 5, kRounding = 0.005;  // three digits are given
  const auto settings = static_cast<double>(reference.size()), seeds = static_cast<double>(errors.trials[0].count());
  double variance = 0;
  for (std::size_t i = 0; i < reference.size(); ++i)
    variance += square(errors.trials[i].sd(curve) / errors.trials[i].mean(curve)) / settings;
  const double share = allowed_errors((seeds - 1) * settings, static_cast<int>(settings)) * std::sqrt(variance) *
                           std::sqrt(1 / seeds + 1 / kReferenceSeeds) +
                       kRounding;
  bool close = true;
  std::vector<double> found;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    found.push_back(errors.trials[i].mean(curve));
    close = close && std::abs(found[i] / reference[i] - 1) <= share;
  }
  const std::string what = name + " against the reference",
                    expected = fmt::format("{}, each ± {:.1f} %", numbers(reference), 100 * share);
  if (seeds < kReferenceSeeds)  // SF keeps a component more or not: fewer seeds do not say how far that scatters
    report.inform(what, "", numbers(reference), numbers(found));
  else
    report.check(what, "", expected, numbers(found), close);
}

double principal_distance(const Errors& errors, std::size_t count) {
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) most = std::max(most, std::abs(errors.principal[i] / errors.principal_theory[i] - 1));
  return most;
}

void check_exact_bayes(Report& report, const Errors& errors) {
  double exact = 0, against = 0;
  for (std::size_t i = 0; i < errors.at.size(); ++i) {
    exact = std::max(exact, std::abs(errors.exact[i] / errors.bayes_theory[i] - 1));
    against = std::max(against, errors.exact[i] / errors.principal[i]);
  }
  report.check("BE-DR, true covariance: largest distance from theory", "", at_most(0.03), exact);
  report.check("BE-DR, true covariance, over PCA-DR: largest", "always better", at_most(1), against);
}

void check_theory(Report& report, const Errors& errors) {
  report.check("PCA-DR, true p: largest distance from theory", "", at_most(0.10), principal_distance(errors, errors.at.size()));
  check_exact_bayes(report, errors);
}

Plot plot(std::string name, std::string title, std::string x_label, const Errors& errors) {
  using enum Series::Style;
  return {.name = std::move(name),
          .title = std::move(title),
          .x_label = std::move(x_label),
          .y_label = "mean square error",
          .series = {{"UDR", errors.at, errors.univariate, both},
                     {"SF", errors.at, errors.spectral, both},
                     {"PCA-DR", errors.at, errors.principal, both},
                     {"BE-DR", errors.at, errors.bayes, both},
                     {"BE-DR, covariance known", errors.at, errors.exact, both},
                     {"PCA-DR, theory", errors.at, errors.principal_theory, line},
                     {"BE-DR, theory", errors.at, errors.bayes_theory, line}}};
}

}  // namespace guise::papers
