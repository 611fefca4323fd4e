// SPDX-License-Identifier: Apache-2.0
// The equations of paper 004 solved as they are printed, against guise's attacks: equation (9), Lemma 1, and the linear program
// of equation (1).
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "attacks/in_memory.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "papers/draw.h"
#include "papers/masked.h"
#include "papers/measured.h"
#include "papers/papers.h"
#include "papers/recovery.h"
#include "papers/trials.h"

namespace guise::papers {
namespace {

/// Omega of equation (9), [R' Sigma^-1; 0 R].
Matrix omega(const Matrix& r, const Matrix& covariance) {
  const Index k = r.rows(), m = r.cols();
  Matrix out(m + k, m + k);
  out << r.transpose(), linalg::inverse(covariance), Matrix::Zero(k, k), r;
  return out;
}

/// Equation (10): all records at once.
Matrix block_system(const Matrix& released, const Matrix& r, const Vector& mean, const Matrix& covariance) {
  const Index k = r.rows(), m = r.cols();
  Matrix right(m + k, released.rows());
  right.topRows(m) = (linalg::inverse(covariance) * mean).replicate(1, released.rows());
  right.bottomRows(k) = released.transpose();
  const Matrix solved = linalg::solve(omega(r, covariance), right);
  return solved.bottomRows(m).transpose();
}

/// What the exact posterior leaves of each attribute's variance: trace(S - S R'(R S R')^-1 R S) / m.
double expected_error(const Matrix& r, const Matrix& covariance) {
  const Matrix through = r * covariance;
  return (covariance - through.transpose() * linalg::inverse(through * r.transpose()) * through).trace() /
         static_cast<double>(covariance.rows());
}

void maximum_a_posteriori(const Settings& settings, Report& report) {
  constexpr Index m = 10, k = 4;
  const Vector mean = Vector::LinSpaced(m, 0.1, 1);
  const Trials trials(settings.times(40, 20), settings.rng.fork("map"), [&](const random::Rng& rng) {
    const Matrix a = uniform(m * m, 0, 1, rng.fork("A")).reshaped(m, m), covariance = a * a.transpose();
    const Matrix truth = (gaussian(1000, m, 1, rng.fork("records")) * a.transpose()).rowwise() + mean.transpose();
    const Masked release = masked(fmt::format("project(k={}, scaled=no)", k), truth, rng.fork("mask"));
    const Matrix guess = attacks::reconstruct(kMap, release.released, with_moments(release.insider, mean, covariance)).values;
    const Matrix printed = block_system(release.released, release.matrix, mean, covariance);
    const Vector spectrum = linalg::thin_svd(omega(release.matrix, covariance)).values;
    return std::vector<double>{(guess - printed).norm() / printed.norm(), mean_square(guess - truth),
                               expected_error(release.matrix, covariance), spectrum[0] / spectrum[spectrum.size() - 1]};
  });
  report.check("MAP: equation (10) against the gain form, relative, worst of the draws", "equal", at_most(1e-7),
               trials.most(0));
  report.inform("… condition of Ω, mean", "", "", number(trials.mean(3)));
  report.check("MAP: mean square error over that of theory", "", within(1, 0.03), trials.mean(1) / trials.mean(2));
}

/// Lemma 1. det(Omega) = (-1)^(k + km) det(R S R') / det(S): the printed sign is (-1)^k (erratum 48).
void determinant(const Settings& settings, Report& report) {
  int sizes = 0, corrected = 0, printed = 0;
  for (Index k = 1; k <= 4; ++k) {
    for (Index m = k + 1; m <= 8; ++m, ++sizes) {
      const random::Rng rng = settings.rng.fork(fmt::format("determinant {} {}", k, m));
      const Matrix r = gaussian(k, m, 1, rng.fork("R")), a = gaussian(m, m, 1, rng.fork("A")), covariance = a * a.transpose();
      const double found = linalg::determinant(omega(r, covariance)),
                   size = linalg::determinant(r * covariance * r.transpose()) / linalg::determinant(covariance);
      const auto agrees = [&](Index power) { return std::abs(found - (power % 2 == 0 ? size : -size)) < 1e-6 * size; };
      corrected += agrees(k + k * m);
      printed += agrees(k);
    }
  }
  report.inform("Lemma 1: det Ω = (-1)^(k+km) det(RΣR') / det Σ", "(-1)^k (erratum 48)",
                fmt::format("{} of {} sizes", sizes, sizes), fmt::format("{} of {}", corrected, sizes));
  report.inform("… with the printed sign", "all", "not all", fmt::format("{} of {}", printed, sizes));
}

/// Lemma 1 asks for a matrix of full row rank. A column that is released twice adds nothing, and must not change the guess.
void released_twice(const Settings& settings, Report& report) {
  constexpr Index m = 6, k = 3;
  const random::Rng rng = settings.rng.fork("released twice");
  const Matrix a = gaussian(m, m, 1, rng.fork("A")), covariance = a * a.transpose();
  const Vector mean = Vector::LinSpaced(m, -1, 1);
  const Matrix truth = (gaussian(200, m, 1, rng.fork("records")) * a.transpose()).rowwise() + mean.transpose();
  const Masked release = masked(fmt::format("project(k={}, scaled=no)", k), truth, rng.fork("mask"));
  const attacks::Knowledge once = with_moments(release.insider, mean, covariance);
  attacks::Knowledge twice = once;
  linalg::Affine& channel = *twice.channel;
  channel.map.conservativeResize(k + 1, Eigen::NoChange);
  channel.map.row(k) = channel.map.row(0);
  channel.shift = Vector::Zero(k + 1);
  channel.covariance = Matrix::Zero(k + 1, k + 1);
  Matrix more(truth.rows(), k + 1);
  more << release.released, release.released.col(0);
  const Matrix guess = attacks::reconstruct(kMap, release.released, once).values;
  report.check("MAP with one column released twice (RΣR' is singular): change of the guesses, relative", "not invertible",
               at_most(1e-4), (attacks::reconstruct(kMap, more, twice).values - guess).norm() / guess.norm());
}

/// Equation (1) by trying every choice of k columns: a vertex of the program has no more entries than equations.
Matrix by_enumeration(const Matrix& released, const Matrix& a) {
  const Index k = a.rows(), m = a.cols();
  Matrix best = Matrix::Zero(released.rows(), m);
  Vector least = Vector::Constant(released.rows(), std::numeric_limits<double>::infinity());
  for (unsigned chosen = 0; chosen < 1U << m; ++chosen) {
    if (std::popcount(chosen) != static_cast<int>(k)) continue;
    std::vector<Index> columns;
    for (Index j = 0; j < m; ++j)
      if ((chosen >> j & 1) != 0) columns.push_back(j);
    const Matrix z = linalg::solve(a(Eigen::all, columns), released.transpose()).transpose();
    for (Index i = 0; i < released.rows(); ++i) {
      const double length = z.row(i).cwiseAbs().sum();
      if (length >= least[i]) continue;
      least[i] = length;
      best.row(i).setZero();
      best(i, columns) = z.row(i);
    }
  }
  return best;
}

void linear_program(const Settings& settings, Report& report) {
  double most = 0;
  for (const auto& [k, m] : {std::pair<Index, Index>{2, 3}, {2, 5}, {3, 6}, {4, 8}}) {
    const random::Rng rng = settings.rng.fork(fmt::format("program {} {}", k, m));
    const Vector mean = Vector::LinSpaced(m, -1, 2), sd = Vector::LinSpaced(m, 0.3, 1.5);
    const Matrix truth = (laplace(200, m, rng.fork("records")) * sd.asDiagonal()).rowwise() + mean.transpose();
    const Masked release = masked(fmt::format("project(k={})", k), truth, rng.fork("mask"));
    const Matrix guess =
        attacks::reconstruct(kUica, release.released, with_moments(release.insider, mean, Matrix(sd.cwiseAbs2().asDiagonal())))
            .values;
    const Matrix centred = release.released.rowwise() - (release.matrix * mean).transpose();
    const Matrix expected =
        (by_enumeration(centred, release.matrix * sd.asDiagonal()) * sd.asDiagonal()).rowwise() + mean.transpose();
    most = std::max(most, (guess - expected).cwiseAbs().maxCoeff());
  }
  report.check("UICA: equation (1) against trying every vertex, largest difference", "", at_most(1e-7), most);
}

Report run(const Settings& settings) {
  const Settings own{.effort = settings.effort, .data = settings.data, .rng = settings.rng.fork("map equations")};
  Report report;
  maximum_a_posteriori(own, report);
  determinant(own, report);
  released_twice(own, report);
  linear_program(own, report);
  return report;
}

}  // namespace

extern const Experiment map_equations_experiment = {
    .name = "004-equations",
    .paper = "Sang, Shen and Tian 2009 (004), equations (1), (9) and (10), Lemma 1",
    .title = "the equations solved as printed",
    .claim = "the MAP estimate is the solution of a linear system, UICA's that of a linear program.",
    .run = run};

}  // namespace guise::papers
