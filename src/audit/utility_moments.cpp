// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/utility_line.h"
#include "base/params.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "mining/resample.h"
#include "mining/second_moments.h"
#include "mining/task.h"

namespace guise::audit {
namespace {

/// The originals in standard units; columns that do not vary are left out.
struct Standard {
  std::vector<Index> varying = {};
  Vector mean, sd;
  Matrix correlation;
};

Standard standard_of(const stats::Moments& truth) {
  Standard out;
  const Matrix covariance = truth.covariance();
  for (Index j = 0; j < covariance.rows(); ++j)
    if (covariance(j, j) > 0) out.varying.push_back(j);
  out.mean = truth.mean()(out.varying);
  out.sd = covariance.diagonal()(out.varying).cwiseSqrt();
  const Vector inverse = out.sd.cwiseInverse();
  out.correlation = inverse.asDiagonal() * covariance(out.varying, out.varying) * inverse.asDiagonal();
  return out;
}

/// Root mean square over attributes of the error of the mean, in standard deviations.
double mean_error(const Standard& truth, const Vector& mean) {
  return std::sqrt((mean(truth.varying) - truth.mean).cwiseQuotient(truth.sd).squaredNorm() /
                   static_cast<double>(truth.varying.size()));
}

/// |S - S_x| / |S_x| in Frobenius norm, with every attribute in its standard deviations: units must not weigh.
double covariance_error(const Standard& truth, const Matrix& covariance) {
  const Vector inverse = truth.sd.cwiseInverse();
  const Matrix scaled = inverse.asDiagonal() * covariance(truth.varying, truth.varying) * inverse.asDiagonal();
  return (scaled - truth.correlation).norm() / truth.correlation.norm();
}

/// Correlations from a covariance. `uncertain`: standard errors of its variances by what was taken out of them. Of a variance
/// that is no more than two of them nothing is known, and no correlation is the best guess.
Matrix correlation_from(const Matrix& covariance, const Vector& uncertain) {
  Matrix out = Matrix::Identity(covariance.rows(), covariance.cols());
  for (Index j = 0; j < out.cols(); ++j)
    for (Index i = 0; i < j; ++i) {
      const double x = covariance(i, i), y = covariance(j, j);
      const bool told = x > 2 * uncertain(i) && y > 2 * uncertain(j);
      out(i, j) = out(j, i) = told ? std::clamp(covariance(i, j) / std::sqrt(x * y), -1.0, 1.0) : 0;
    }
  return out;
}

Matrix correlation_from(const Matrix& covariance) {
  return correlation_from(covariance, Vector::Zero(covariance.rows()));
}

/// Root mean square over pairs of attributes.
double correlation_error(const Standard& truth, const Matrix& correlation) {
  const auto m = static_cast<double>(truth.varying.size());
  return (correlation - truth.correlation).norm() / std::sqrt(m * (m - 1));
}

Matrix released_correlation(const Standard& truth, const ReleasedMoments& release) {
  if (release.data.geometry.of_records) {
    const mining::SecondMoments found = mining::second_moments(release.data, release.moments);
    const Vector noise = (found.of_rows - found.covariance).diagonal()(truth.varying);
    return correlation_from(found.covariance(truth.varying, truth.varying), std::sqrt(2 / found.records) * noise);
  }
  const mining::Task& task = mining::find_task("correlation");
  const Params none = check_params(task.params, Call{.name = "correlation", .arguments = {}}, "task");
  return task.mine(release.data, none, random::Rng::from_seed(0)).estimates.front().value(truth.varying, truth.varying);
}

/// Sums over records still show how columns go together.
std::string no_correlation(const mining::Data& release) {
  return release.geometry.of_records ? why_lost(release, Lives::columns) : "";
}

/// Error of the sample's own figure when its records are drawn again; it falls with the root of their number.
template <typename ErrorOf>
double bootstrapped(const UtilitySample& sample, std::int64_t records, const random::Rng& rng, const ErrorOf& error_of) {
  const Standard base = standard_of(stats::moments_of(sample.records.rows));
  const stats::Moments drawn = stats::moments_of(mining::bootstrap(sample.records, rng).rows);
  const auto size = static_cast<double>(sample.records.rows.rows());
  return error_of(base, Matrix(drawn.covariance())) * std::sqrt(size / static_cast<double>(records));
}

/// Shuffled columns have the same variances and no covariance.
Matrix shuffled_covariance(const stats::Moments& truth) {
  return truth.covariance().diagonal().asDiagonal();
}

Utility means(const stats::Moments& truth, const Standard& standard, const std::vector<ReleasedMoments>& releases) {
  UtilityLine line("means", "error of the means, in standard deviations of the attribute; lost: one record for all");
  for (const ReleasedMoments& release : releases)
    line.add(why_lost(release.data, Lives::units), [&] { return mean_error(standard, release.moments.mean()); });
  // Drawn again, a mean varies by sd / sqrt(n). Shuffling keeps means: the floor is to take one record for the mean.
  return line.finish(1 / std::sqrt(static_cast<double>(truth.count())), 1);
}

// How much of a release's variance, in the direction where it is least, must be the originals' for a correction to divide by
// it: two standard errors of sqrt(2 / n), as mining's regression has it.
bool can_be_corrected(const Matrix& of_rows, const Matrix& covariance, double records) {
  if (covariance == of_rows) return true;  // there is nothing to correct
  const Vector unit = of_rows.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix half = linalg::inverse_square_root(unit.asDiagonal() * of_rows * unit.asDiagonal());
  return linalg::symmetric_spectrum(half * (unit.asDiagonal() * covariance * unit.asDiagonal()) * half).values.tail(1)(0) >
         2 * std::sqrt(2 / records);
}

// Added to correlation matrices before they are inverted: columns that repeat others then share a coefficient.
constexpr double kRidge = 1e-9;

Vector slopes(const Matrix& correlation, const std::vector<Index>& others, Index target) {
  Matrix within = correlation(others, others);
  within.diagonal().array() += kRidge;
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

Matrix correlation_to_learn_from(const Standard& truth, const ReleasedMoments& release) {
  if (!release.data.geometry.of_records) return released_correlation(truth, release);
  const mining::SecondMoments found = mining::second_moments(release.data, release.moments);
  const Matrix of_rows = found.of_rows(truth.varying, truth.varying), clean = found.covariance(truth.varying, truth.varying);
  return correlation_from(can_be_corrected(of_rows, clean, found.records) ? clean : of_rows);
}

}  // namespace

std::vector<Utility> moment_utilities(const stats::Moments& truth, const UtilitySample& sample,
                                      const std::vector<ReleasedMoments>& releases, const random::Rng& rng) {
  const Standard standard = standard_of(truth);
  UtilityLine covariance("covariance", "error of the covariances, noise taken out, relative to their size");
  UtilityLine correlation("correlation", "root mean square error of the correlations, noise taken out");
  const std::string constant = standard.varying.empty() ? "no column varies" : "";
  const std::string alone = standard.varying.size() < 2 ? "correlations need two columns that vary" : "";
  if (!constant.empty())
    return {UtilityLine::without("means", "error of the means", constant),
            UtilityLine::without(covariance.figure.name, covariance.figure.summary, constant),
            UtilityLine::without(correlation.figure.name, correlation.figure.summary, constant)};
  for (const ReleasedMoments& release : releases) {
    covariance.add(why_lost(release.data, Lives::units), [&] {
      return covariance_error(standard, mining::second_moments(release.data, release.moments).covariance);
    });
    correlation.add(alone.empty() ? no_correlation(release.data) : alone,
                    [&] { return correlation_error(standard, released_correlation(standard, release)); });
  }
  const auto correlations = [](const Standard& base, const Matrix& drawn) {
    return correlation_error(base, correlation_from(drawn(base.varying, base.varying)));
  };
  const Matrix apart = shuffled_covariance(truth);
  return {means(truth, standard, releases),
          covariance.finish(bootstrapped(sample, truth.count(), rng, covariance_error), covariance_error(standard, apart)),
          correlation.finish(bootstrapped(sample, truth.count(), rng, correlations), correlations(standard, apart))};
}

Utility regression_utility(const stats::Moments& truth, const std::vector<std::string>& columns,
                           const std::vector<ReleasedMoments>& releases) {
  const Standard standard = standard_of(truth);
  const auto m = static_cast<Index>(standard.varying.size());
  if (m < 2)
    return UtilityLine::without("regression", "share of the variance that a regression explains",
                                "a regression needs two columns that vary");
  Index target = 0;
  double best = -1;
  for (Index j = 0; j < m; ++j) {
    const auto others = all_but(j, m);
    const double r_squared = explained(standard.correlation, slopes(standard.correlation, others, j), others, j);
    if (r_squared > best) best = r_squared, target = j;
  }
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
  return line.finish(best, 0);
}

}  // namespace guise::audit
