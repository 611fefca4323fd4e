// SPDX-License-Identifier: Apache-2.0
// Theorems 5.1 and 5.2, equation (13) and the handling of means, checked by numbers. Paper 002, sections 5, 6 and 8.

#include <cmath>

#include "attacks/in_memory.h"
#include "linalg/solve.h"
#include "papers/correlated.h"
#include "papers/draw.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "stats/moments.h"
#include "theory/reconstruction_error.h"

namespace guise::papers {
namespace {

/// Theorem 5.1: independent noise adds sigma^2 to the diagonal of the covariance and nothing else.
void noise_on_the_diagonal(const Settings& settings, Report& report) {
  const random::Rng rng = settings.rng.fork("theorem 5.1");
  const Population population = make_population(two_levels(8, 3, 20, 4), rng.fork("population"));
  const double variance = 4;
  std::vector<double> sizes = {2'000, 20'000, 200'000}, errors;
  for (const double records : sizes) {
    const random::Rng own = rng.fork(std::to_string(records));
    const auto n = static_cast<Index>(records);
    const Matrix data = population.draw(n, own.fork("data")),
                 released = data + gaussian(n, 8, std::sqrt(variance), own.fork("noise"));
    const Matrix found = stats::moments_of(released).covariance() - variance * Matrix::Identity(8, 8);
    errors.push_back((found - stats::moments_of(data).covariance()).cwiseAbs().maxCoeff() /
                     population.covariance().diagonal().mean());
  }
  // Each entry scatters by about sqrt((2 lambda s2 + 2 s2^2) / n); the largest of 36 by 3 times that: 0.7 % of the variance
  // here.
  report.check("Theorem 5.1: largest relative error, n = 200 000", "0 for large n", at_most(0.01), errors.back());
  report.check("Theorem 5.1: it falls as n grows 100-fold by a factor of", "", between(4, 25), errors.front() / errors.back());
}

/// Theorem 5.2: what a projection on p of m components keeps of the noise.
void kept_noise(const Settings& settings, Report& report) {
  constexpr Index m = 20, p = 6;
  const random::Rng rng = settings.rng.fork("theorem 5.2");
  const Matrix q = make_population(Vector::Ones(m), rng.fork("basis")).eigenvectors.leftCols(p);
  const Matrix noise = gaussian(40'000, m, 2, rng.fork("noise"));
  report.check("Theorem 5.2: noise kept by 6 of 20 components", "σ² p/m", within(theory::principal_noise_error(4, p, m), 0.01),
               mean_square(noise * q * q.transpose()));
}

/// Equation (13) as printed, with the moments every adversary derives from the release, against the attack's gain form.
void two_forms_of_bayes(const Settings& settings, Report& report) {
  const random::Rng rng = settings.rng.fork("equation 13");
  const Population population = make_population(Vector::LinSpaced(6, 12, 2), rng.fork("population"));
  const Matrix noise = population.with(Vector::LinSpaced(6, 1, 3));
  const Vector shift = Vector::LinSpaced(6, -2, 3);
  const Matrix released =
      (population.draw(4000, rng.fork("data")) + population.draw(4000, Vector::LinSpaced(6, 1, 3), rng.fork("noise")))
          .rowwise() +
      shift.transpose();
  attacks::Knowledge known = knows_shaped(noise);
  known.noise_mean = shift;
  const stats::Moments moments = stats::moments_of(released);
  const Matrix sx = linalg::inverse(moments.covariance() - noise),
               sr = linalg::inverse(noise);                            // equation (14), then the inverses of (13)
  const Vector constant = sx * (moments.mean() - shift) - sr * shift;  // mu_x = mean(Y) - mu_r (erratum 38)
  const Matrix expected = ((released * sr).rowwise() + constant.transpose()) * linalg::inverse(sx + sr);
  const Matrix guess = attacks::reconstruct("bayes", released, known).values;
  report.check("equation (13) against the gain form, relative", "equal", at_most(1e-9),
               (guess - expected).norm() / expected.norm());
}

void means(const Settings& settings, Report& report) {
  const random::Rng rng = settings.rng.fork("means");
  constexpr Index n = 40'000, m = 10;
  const Population population = make_population(two_levels(m, 3, 20, 0.5), rng.fork("population"));
  const Vector shift = Vector::Constant(m, 1.8);
  const Matrix truth = population.draw(n, rng.fork("data")), noise = gaussian(n, m, std::sqrt(2.0), rng.fork("noise"));
  const Matrix released = (truth + noise).rowwise() + shift.transpose();
  const double expected = theory::bayes_error(population.eigenvalues, 2);
  attacks::Knowledge known = knows_white(m, 2);
  report.check("BE-DR, mean of the noise unknown", "", within(expected + square(1.8), 0.01),
               mean_square(attacks::reconstruct("bayes", released, known).values - truth));
  known.noise_mean = shift;
  report.check("BE-DR, mean of the noise known", "", within(expected, 0.01),
               mean_square(attacks::reconstruct("bayes", released, known).values - truth));

  // Attributes with means 0 … 19: the projection must leave them alone (erratum 32).
  const Population wide = make_population(two_levels(20, 5, 80, 0.5), rng.fork("wide"));
  const Matrix level = Vector::LinSpaced(20, 0, 19).transpose().replicate(n, 1);
  const Matrix data = wide.draw(n, rng.fork("wide data")) + level,
               disguised = data + gaussian(n, 20, 2, rng.fork("wide noise"));
  const double theory = theory::principal_error(wide.eigenvalues, 4, 5);
  const Matrix q = wide.eigenvectors.leftCols(5);
  report.check("PCA-DR on attributes with means 0 to 19", "", within(theory, 0.02),
               mean_square(attacks::reconstruct("principal(count=5)", disguised, knows_white(20, 4)).values - data));
  report.check("the same without setting the means aside, times theory", "", at_least(10),
               mean_square(disguised * q * q.transpose() - data) / theory);
}

Report run(const Settings& settings) {
  Report report;
  noise_on_the_diagonal(settings, report);
  kept_noise(settings, report);
  two_forms_of_bayes(settings, report);
  means(settings, report);
  return report;
}

}  // namespace

extern const Experiment theorems_experiment = {
    .name = "002-theorems",
    .paper = "Huang, Du and Chen 2005 (002), sections 5, 6 and 8",
    .title = "Theorems 5.1 and 5.2, equation (13), means",
    .claim = "noise inflates only the diagonal of the covariance; a projection on p of m components keeps σ² p/m of the noise.",
    .run = run};

}  // namespace guise::papers
