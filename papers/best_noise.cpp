// SPDX-License-Identifier: Apache-2.0
// Which noise of given power hides best from BE-DR? Paper 002, section 8, proposes "similar" noise; it is in fact the optimum:
// mean of lambda nu / (lambda + nu) at fixed sum of nu is concave in nu, and its gradient (lambda / (lambda + nu))^2 is the
// same for every component exactly when nu is proportional to lambda.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/correlated.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 20, kRecords = 2000;
constexpr double kPower = 25.0 * kAttributes;

/// The error of BE-DR, knowing both covariances, over records: the attack, not the formula.
double attacked(const Vector& eigenvalues, const Vector& noise, const random::Rng& rng) {
  const Population population = make_population(eigenvalues, rng.fork("population"));
  const Matrix truth = population.draw(kRecords, rng.fork("data")),
               released = truth + population.draw(kRecords, noise, rng.fork("noise"));
  attacks::Knowledge known = knows_shaped(population.with(noise));
  known.prior_mean = Vector::Zero(kAttributes);
  known.prior_covariance = population.covariance();
  return mean_square(attacks::reconstruct("bayes", released, known).values - truth);
}

/// The formula, written along eigenvectors.
double expected(const Vector& eigenvalues, const Vector& noise) {
  return (eigenvalues.array() * noise.array() / (eigenvalues + noise).array()).mean();
}

Report run(const Settings& settings) {
  const Vector eigenvalues = two_levels(kAttributes, kAttributes / 2, 190, 10);
  const Vector similar = eigenvalues * (kPower / eigenvalues.sum()), flat = Vector::Constant(kAttributes, 25);
  const int times = settings.times(40, 12);
  const random::Rng rng = settings.rng.fork("shape");
  Report report;
  for (const double theta : {0.0, 0.5, 1.0, 2.0}) {
    const Vector noise = flat + std::abs(1 - theta) * ((theta <= 1 ? similar : Vector(similar.reverse())) - flat);
    const Trials trials(times, rng.fork(fmt::format("theta {}", theta)),
                        [&](const random::Rng& own) { return std::vector<double>{attacked(eigenvalues, noise, own)}; });
    report.check(fmt::format("BE-DR knowing both covariances, theta {:g}: error, {} tables", theta, times),
                 theta == 0 ? "similar noise is best" : "", mean_is(expected(eigenvalues, noise), trials, 0), trials.mean(0));
  }

  // Flat Dirichlet: exponential variables over their sum. Same records, same noise but for its shape.
  const Trials others(times, rng.fork("allocations"), [&](const random::Rng& own) {
    const Vector weight = -uniform(kAttributes, 0, 1, own.fork("allocation")).array().log();
    return std::vector<double>{attacked(eigenvalues, weight * (kPower / weight.sum()), own) -
                               attacked(eigenvalues, similar, own)};
  });
  report.check(fmt::format("best of {} random shapes of the same power, error less that of similar noise", times), "",
               at_most(0), others.most(0));
  // Concave: an exchange of power between a large and a small component lowers the error, by 0.015 where 20 are moved.
  Vector moved = similar;
  moved[0] += 20, moved[kAttributes - 1] -= 2;
  moved *= kPower / moved.sum();
  const Trials exchange(4 * times, rng.fork("exchange"), [&](const random::Rng& own) {
    return std::vector<double>{attacked(eigenvalues, moved, own) - attacked(eigenvalues, similar, own)};
  });
  report.check("power moved between two components: error less that of similar noise", "",
               mean_is(expected(eigenvalues, moved) - expected(eigenvalues, similar), exchange, 0), exchange.mean(0));
  return report;
}

}  // namespace

extern const Experiment best_noise_experiment = {
    .name = "002-shape",
    .paper = "Huang, Du and Chen 2005 (002), section 8",
    .title = "the best shape of noise",
    .claim = "privacy is best preserved when the correlations of the noise are those of the data.",
    .run = run};

}  // namespace guise::papers
