// SPDX-License-Identifier: Apache-2.0
// Which noise of given power hides best from BE-DR? Paper 002, section 8, proposes "similar" noise; it is in fact the optimum:
// mean of lambda nu / (lambda + nu) at fixed sum of nu is concave in nu, and its gradient (lambda / (lambda + nu))^2 is the
// same for every component exactly when nu is proportional to lambda.
#include <algorithm>
#include <cmath>

#include "papers/correlated.h"
#include "papers/draw.h"
#include "papers/papers.h"

namespace guise::papers {
namespace {

double bayes_error_along(const Vector& eigenvalues, const Vector& noise) {
  return (eigenvalues.array() * noise.array() / (eigenvalues + noise).array()).mean();
}

Report run(const Settings& settings) {
  constexpr Index m = 100;
  const Vector eigenvalues = two_levels(m, 50, 190, 10);
  const double power = 25.0 * m;
  const Vector similar = eigenvalues * (power / eigenvalues.sum());
  const double best = bayes_error_along(eigenvalues, similar);
  Report report;
  std::vector<double> found;
  for (const double theta : {0.0, 0.5, 1.0, 2.0}) {
    const Vector end = theta <= 1 ? similar : Vector(similar.reverse());
    found.push_back(
        bayes_error_along(eigenvalues, Vector::Constant(m, 25) + std::abs(1 - theta) * (end - Vector::Constant(m, 25))));
  }
  report.check("BE-DR error at theta 0 0.5 1 2", "similar noise is best", "falls (20.0 18.1 14.6 5.4)", numbers(found),
               falling(found));

  // Flat Dirichlet: exponential variables over their sum.
  double random_best = 0;
  for (int i = 0; i < settings.times(2000, 500); ++i) {
    const Vector weight = -uniform(m, 0, 1, settings.rng.fork("allocation " + std::to_string(i))).array().log();
    random_best = std::max(random_best, bayes_error_along(eigenvalues, weight * (power / weight.sum())));
  }
  report.check("best of random allocations over similar noise", "", at_most(1), random_best / best);

  const Vector gradient = (eigenvalues.array() / (eigenvalues + similar).array()).square();
  report.check("spread of the gradient at similar noise", "", at_most(1e-12), gradient.maxCoeff() - gradient.minCoeff());
  // Concave: every exchange of power between a large and a small component lowers the error.
  double gain = -1;
  for (const double moved : {-2.0, -0.1, 0.1, 2.0}) {
    Vector other = similar;
    other[0] += moved, other[m - 1] -= moved;
    gain = std::max(gain, bayes_error_along(eigenvalues, other) - best);
  }
  report.check("largest gain by moving power between components", "", at_most(0), gain);
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
