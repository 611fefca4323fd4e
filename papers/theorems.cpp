// SPDX-License-Identifier: Apache-2.0
// Theorems 5.1 and 5.2, equation (13) and the handling of means, checked by numbers. Paper 002, sections 5, 6 and 8.

#include <cmath>

#include "attacks/in_memory.h"
#include "linalg/solve.h"
#include "papers/chance.h"
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
  double most = 0;
  for (const double records : {2'000, 20'000, 200'000}) {
    const random::Rng own = rng.fork(std::to_string(records));
    const auto n = static_cast<Index>(records);
    const Matrix data = population.draw(n, own.fork("data")),
                 released = data + gaussian(n, 8, std::sqrt(variance), own.fork("noise"));
    const Matrix found =
        theory::original_covariance(stats::moments_of(released).covariance(), variance * Matrix::Identity(8, 8));
    const Matrix off = (found - stats::moments_of(data).covariance()).cwiseAbs();
    // What the sample leaves of entry (i, j): x_i r_j + r_i x_j + r_i r_j - E, of variance s2 (c_ii + c_jj + 2 [i = j] c_ii) +
    // s2^2 (1 + [i = j]), over n.
    const Vector own_variance = population.covariance().diagonal();
    for (Index i = 0; i < 8; ++i)
      for (Index j = 0; j <= i; ++j) {
        const double both = own_variance[i] + own_variance[j], same = i == j ? 2 : 1;
        most = std::max(most, off(i, j) / std::sqrt(same * variance * (both + variance) / records));
      }
  }
  report.check("Theorem 5.1: Cov(Y) - σ²I less Cov(X), n = 2000, 20 000, 200 000: largest entry in standard errors", "0",
               largest_of(3 * 36), most);
}

/// Theorem 5.2, by the attack: data that lie in p components are left with the noise along these.
void kept_noise(const Settings& settings, Report& report) {
  constexpr Index m = 20, p = 6;
  const random::Rng rng = settings.rng.fork("theorem 5.2");
  const Population population = make_population(two_levels(m, p, 200, 0), rng.fork("population"));
  const Trials trials(settings.times(20, 10), rng.fork("trials"), [&](const random::Rng& own) {
    const Matrix truth = population.draw(4000, own.fork("data")),
                 released = truth + gaussian(truth.rows(), m, 2, own.fork("noise"));
    return std::vector<double>{
        mean_square(attacks::reconstruct("principal(count=6)", released, knows_white(m, 4)).values - truth)};
  });
  // The eigenvectors are estimated from 4000 records: (m - p) / 4000 of the noise more, 0.4 %.
  report.check("Theorem 5.2: error of PCA-DR, 6 of 20 components, no eigenvalue cut off", "σ² p/m",
               mean_is(theory::principal_noise_error(4, p, m), trials, 0, 0.005), trials.mean(0));
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
  const Matrix guess = attacks::reconstruct("principal(count=5)", disguised, knows_white(20, 4)).values;
  report.check("PCA-DR on attributes with means 0 to 19", "", within(theory, 0.02), mean_square(guess - data));
  const Matrix without = attacks::reconstruct("principal(count=5)", disguised - level, knows_white(20, 4)).values;
  report.check("… less the same without these means: largest change of a guess", "", at_most(1e-8),
               (guess - level - without).cwiseAbs().maxCoeff());
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
