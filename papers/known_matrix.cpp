// SPDX-License-Identifier: Apache-2.0
// One record behind many matrices: guesses of who knows the matrix, and of who guesses it. Paper 000, section VI.
#include <fmt/format.h>

#include <cmath>

#include "attacks/in_memory.h"
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

/// The guesses of all attacks for one matrix, one after the other.
std::vector<double> guesses(const Vector& x, const random::Rng& rng) {
  const Masked release = masked(fmt::format("project(k={})", kColumns), x.transpose(), rng.fork("mask"));
  std::vector<double> out;
  for (const char* attack : kAttacks) {
    const bool outsider = std::string_view(attack) == "guess";
    const Matrix guess = attacks::reconstruct(attack, release.released, outsider ? release.outsider : release.insider, {}, {},
                                              rng.fork("attack"))
                             .values;
    for (const double value : guess.row(0)) out.push_back(value);
  }
  return out;
}

/// Entries first … first + count of a guess, against values expected of each on average.
struct Entries {
  const Trials& trials;
  const Vector& x;
  Index offset;

  double variance(Index first, Index count) const {
    double sum = 0;
    for (Index j = first; j < first + count; ++j) sum += square(trials.sd(offset + j));
    return sum / static_cast<double>(count);
  }
  /// |guess - x|^2 / |x|^2 on average.
  double error() const {
    double sum = 0;
    for (Index j = 0; j < x.size(); ++j) sum += square(trials.sd(offset + j)) + square(trials.mean(offset + j) - x[j]);
    return sum / x.squaredNorm();
  }
  double largest_bias(const Vector& expected, int count) const {
    double most = 0;
    for (Index j = 0; j < x.size(); ++j)
      most = std::max(most, std::abs(trials.mean(offset + j) - expected[j]) / trials.sd(offset + j) * std::sqrt(count));
    return most;
  }
};

Report run(const Settings& settings) {
  const Vector x = record();
  const int times = settings.times(100'000, 20'000);
  const Trials trials(times, settings.rng.fork("known matrix"), [&](const random::Rng& rng) { return guesses(x, rng); });
  const auto entries = [&](Which attack) { return Entries{trials, x, attack * kAttributes}; };
  const theory::GuessErrors expected = theory::guess_errors(kColumns, kAttributes);
  const Vector variance = theory::transpose_variance(x, kColumns);
  constexpr Index kHalf = kAttributes / 2;

  Report report;
  // The largest of ten standard normal numbers is above 3.5 in one run of 200.
  report.check("R': largest bias of an entry, in standard errors", "x_i in a formula, 0 in the text (erratum 1)", at_most(3.5),
               entries(transposed).largest_bias(x, times));
  report.check("R': variance where x_i = 1", "2/k x_i² + 1/k Σ others", within(variance[0], 0.02),
               entries(transposed).variance(0, kHalf));
  report.check("R': variance where x_i = -3", "", within(variance[kHalf], 0.02), entries(transposed).variance(kHalf, kHalf));
  report.check("R': mean square error over |x|²", "(m+1)/k", within(expected.transpose, 0.02), entries(transposed).error());
  report.check("R' times its best factor for each matrix", "", at_most(expected.scaled_transpose), entries(scaled).error());
  report.check("minimum norm: mean square error over |x|²", "1 - k/m", within(expected.minimum_norm, 0.01),
               entries(shortest).error());
  report.check("R guessed: largest mean of an entry, in standard errors", "0", at_most(3.5),
               entries(guessed).largest_bias(Vector::Zero(kAttributes), times));
  const double rms = std::sqrt(x.squaredNorm() / kAttributes);
  const double guessed_variance = entries(guessed).variance(0, kAttributes);
  report.check("R guessed: variance of an entry", "|x|²/k", within(x.squaredNorm() / kColumns, 0.02), guessed_variance);
  report.check("R guessed: sd of an entry over the rms of the data", "approximately a null matrix (erratum 8)",
               within(std::sqrt(static_cast<double>(kAttributes) / kColumns), 0.02), std::sqrt(guessed_variance) / rms);
  report.check("R' is worse than answering zero", "worst case (erratum 9)", at_least(1), entries(transposed).error());
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
