// SPDX-License-Identifier: Apache-2.0
// Regression of one attribute on the others, in standard units: units and their origin do not matter to what it explains.
#include <fmt/format.h>

#include <cmath>

#include "audit/utility_line.h"
#include "audit/utility_moments.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "mining/second_moments.h"

namespace guise::audit {
namespace {

// Added to correlation matrices before they are inverted: columns that repeat others then share a coefficient.
constexpr double kSmallRidge = 1e-9;

// How much of a release's variance, in the direction where it is least, must be the originals' for a correction to divide by
// it: two standard errors of sqrt(2 / n), as mining's regression has it.
bool can_be_corrected(const Matrix& of_rows, const Matrix& covariance, double records) {
  if (covariance == of_rows) return true;  // there is nothing to correct
  const Vector unit = of_rows.diagonal().cwiseSqrt().cwiseInverse();
  Matrix scaled = unit.asDiagonal() * of_rows * unit.asDiagonal();
  scaled.diagonal().array() += kSmallRidge;
  const Matrix half = linalg::inverse_square_root(scaled);
  return linalg::symmetric_spectrum(half * (unit.asDiagonal() * covariance * unit.asDiagonal()) * half).values.tail(1)(0) >
         2 * std::sqrt(2 / records);
}

Vector slopes(const Matrix& correlation, const std::vector<Index>& others, Index target) {
  Matrix within = correlation(others, others);
  within.diagonal().array() += kSmallRidge;
  return linalg::solve_symmetric(within, Matrix(correlation(others, std::vector<Index>{target})));
}

/// R squared of a regression in standard units, in records with that correlation.
double explained(const Matrix& correlation, const Vector& slope, const std::vector<Index>& others, Index target) {
  const Vector with = correlation.col(target)(others);
  return 2 * slope.dot(with) - slope.dot(correlation(others, others) * slope);
}

std::vector<Index> all_but(Index target, Index count) {
  std::vector<Index> others;
  for (Index j = 0; j < count; ++j)
    if (j != target) others.push_back(j);
  return others;
}

/// What the others leave of attribute j is 1 over the diagonal of the inverse correlation.
Index best_explained(Matrix correlation) {
  correlation.diagonal().array() += kSmallRidge;
  Index best = 0;
  linalg::inverse(correlation).diagonal().maxCoeff(&best);
  return best;
}

Matrix correlation_to_learn_from(const Standard& truth, const ReleasedMoments& release) {
  if (!release.data.geometry.of_records) return released_correlation(truth, release);
  const mining::SecondMoments found = mining::second_moments(release.data, release.moments);
  const Matrix of_rows = found.of_rows(truth.varying, truth.varying), clean = found.covariance(truth.varying, truth.varying);
  return correlation_from(can_be_corrected(of_rows, clean, found.records) ? clean : of_rows);
}

}  // namespace

Utility regression_utility(const stats::Moments& truth, const std::vector<std::string>& columns,
                           const std::vector<ReleasedMoments>& releases) {
  const Standard standard = standard_of(truth);
  const auto m = static_cast<Index>(standard.varying.size());
  if (m < 2)
    return UtilityLine::without("regression", "share of the variance that a regression explains",
                                "a regression needs two columns that vary");
  const Index target = best_explained(standard.correlation);
  const auto others = all_but(target, m);
  UtilityLine line(
      "regression",
      fmt::format("share of the variance of '{}' in the originals that a regression on the others explains, learnt "
                  "from the release",
                  columns[static_cast<std::size_t>(standard.varying[static_cast<std::size_t>(target)])]));
  for (const ReleasedMoments& release : releases)
    line.add(no_correlation(release.data), [&] {
      const Matrix learnt = correlation_to_learn_from(standard, release);
      return explained(standard.correlation, slopes(learnt, others, target), others, target);
    });
  return line.finish(explained(standard.correlation, slopes(standard.correlation, others, target), others, target), 0);
}

}  // namespace guise::audit
