// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_moments.h"

#include <cmath>

#include "audit/utility_correlation.h"
#include "audit/utility_line.h"
#include "mining/resample.h"
#include "mining/second_moments.h"

namespace guise::audit {
namespace {

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

/// Root mean square over pairs of attributes.
double correlation_error(const Standard& truth, const Matrix& correlation) {
  const auto m = static_cast<double>(truth.varying.size());
  return (correlation - truth.correlation).norm() / std::sqrt(m * (m - 1));
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
  UtilityLine line("means", "error of the means, in standard deviations of the attribute; lost: one record for all",
                   UtilityLine::Better::less);
  for (const ReleasedMoments& release : releases)
    line.add(why_lost(release.data, Lives::units), [&] { return mean_error(standard, release.moments.mean()); });
  // Drawn again, a mean varies by sd / sqrt(n). Shuffling keeps means: the floor is to take one record for the mean.
  return line.finish(1 / std::sqrt(static_cast<double>(truth.count())), 1);
}

}  // namespace

std::vector<Utility> moment_utilities(const stats::Moments& truth, const UtilitySample& sample,
                                      const std::vector<ReleasedMoments>& releases, const random::Rng& rng) {
  const Standard standard = standard_of(truth);
  UtilityLine covariance("covariance", "error of the covariances, noise taken out, relative to their size",
                         UtilityLine::Better::less);
  UtilityLine correlation("correlation", "root mean square error of the correlations, noise taken out",
                          UtilityLine::Better::less);
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

}  // namespace guise::audit
