// SPDX-License-Identifier: Apache-2.0
// One record behind many matrices: guesses of who knows the matrix, and of who guesses it. Paper 000, section VI.
#include <fmt/format.h>

#include <cmath>

#include "attacks/in_memory.h"
#include "papers/chance.h"
#include "papers/masked.h"
#include "papers/papers.h"
#include "papers/trials.h"
#include "theory/projection_guesses.h"

namespace guise::papers {
namespace {

constexpr Index kAttributes = 10, kColumns = 4;
constexpr const char* kAttacks[] = {"transpose", "transpose(scale=best)", "inverse", "guess"};
enum Which { transposed, scaled, shortest, guessed };

/// Values of two sizes, so that the variance of section VI.A takes two values and each can be averaged over five entries.
Vector record() {
  Vector x = Vector::Ones(kAttributes);
  x.tail(kAttributes / 2).setConstant(-3);
  return x;
}

/// What one matrix gives: entries of the guesses of R' and of a guessed matrix, then mean squares.
enum Figure {
  first_transposed = 0,
  first_guessed = kAttributes,
  square_of_ones = 2 * kAttributes,  ///< mean square error of R' where x_i = 1
  square_of_threes,                  ///< … and where x_i = -3
  error_transposed,                  ///< |guess - x|^2 / |x|^2
  lead_of_scaled,                    ///< of the best factor, less what the spectrum of the matrix says
  error_shortest,
  square_guessed,  ///< mean square of the entries guessed with another matrix
};

/// The best factor for M leaves 1 - (tr MM')^2 / (m tr (MM')^2) of the square, averaged over directions of the record.
double left_by_best_factor(const Matrix& matrix) {
  const Matrix square_matrix = matrix * matrix.transpose();
  return 1 - square(square_matrix.trace()) / (kAttributes * square_matrix.squaredNorm());
}

std::vector<double> figures(const Vector& x, const random::Rng& rng) {
  const Masked release = masked(fmt::format("project(k={})", kColumns), x.transpose(), rng.fork("mask"));
  const auto guess_of = [&](Which attack) -> Vector {
    return attacks::reconstruct(kAttacks[attack], release.released, attack == guessed ? release.outsider : release.insider, {},
                                {}, rng.fork("attack"))
        .values.row(0);
  };
  const Vector back = guess_of(transposed), other = guess_of(guessed);
  const auto error = [&](const Vector& guess) { return (guess - x).squaredNorm() / x.squaredNorm(); };
  const Eigen::ArrayXd squares = (back - x).array().square();
  constexpr Index kHalf = kAttributes / 2;
  std::vector<double> out(back.begin(), back.end());
  out.insert(out.end(), other.begin(), other.end());
  out.insert(out.end(), {squares.head(kHalf).mean(), squares.tail(kHalf).mean(), error(back),
                         error(guess_of(scaled)) - left_by_best_factor(release.matrix), error(guess_of(shortest)),
                         other.squaredNorm() / kAttributes});
  return out;
}

/// The largest distance of an entry's mean from what is expected of it, in standard errors.
double largest_bias(const Trials& trials, Index first, const Vector& expected) {
  double most = 0;
  for (Index j = 0; j < expected.size(); ++j)
    most = std::max(most, std::abs(trials.mean(first + j) - expected[j]) / trials.error(first + j));
  return most;
}

Report run(const Settings& settings) {
  const Vector x = record();
  const int times = settings.times(100'000, 20'000);
  const Trials trials(times, settings.rng.fork("known matrix"), [&](const random::Rng& rng) { return figures(x, rng); });
  const theory::GuessErrors expected = theory::guess_errors(kColumns, kAttributes);
  const Vector variance = theory::transpose_variance(x, kColumns);

  Report report;
  const auto mean = [&](std::string what, std::string paper, double value, Figure figure) {
    report.check(std::move(what), std::move(paper), mean_is(value, trials, figure), trials.mean(figure));
  };
  report.check("R': largest bias of an entry, in standard errors", "x_i in a formula, 0 in the text (erratum 1)",
               largest_of(kAttributes), largest_bias(trials, first_transposed, x));
  mean("R': variance where x_i = 1", "2/k x_i² + 1/k Σ others", variance[0], square_of_ones);
  mean("R': variance where x_i = -3", "", variance[kAttributes - 1], square_of_threes);
  mean("R': mean square error over |x|²; answering zero has 1", "(m+1)/k (erratum 9)", expected.transpose, error_transposed);
  mean("R' times its best factor for each matrix: error less the one its spectrum gives", "", 0, lead_of_scaled);
  mean("minimum norm: mean square error over |x|²", "1 - k/m", expected.minimum_norm, error_shortest);
  report.check("R guessed: largest mean of an entry, in standard errors", "0", largest_of(kAttributes),
               largest_bias(trials, first_guessed, Vector::Zero(kAttributes)));
  mean("R guessed: mean square of an entry", "|x|²/k", x.squaredNorm() / kColumns, square_guessed);
  report.inform("R guessed: sd of an entry over the rms of the data", "approximately a null matrix (erratum 8)", "1.58",
                number(std::sqrt(trials.mean(square_guessed) * kAttributes / x.squaredNorm())));
  return report;
}

}  // namespace

extern const Experiment known_matrix_experiment = {
    .name = "000-known",
    .paper = "Liu, Kargupta and Ryan 2006 (000), section VI",
    .title = "the matrix known, or its law",
    .claim =
        "with the matrix known the guess R'u is right on average, with variance 2/k x_i² + 1/k Σ x_t²; with the law alone "
        "one finds approximately a null matrix.",
    .run = run};

}  // namespace guise::papers
