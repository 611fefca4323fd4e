// SPDX-License-Identifier: Apache-2.0
// The originals' covariance: that of the release less that of the errors in it. Paper 002, Theorem 5.1.
#include <cmath>

#include "mining/compare.h"
#include "mining/intervals.h"
#include "mining/moment_errors.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params&, const random::Rng&) {
  const SecondMoments found = second_moments(data);
  const MomentErrors errors(data, found);
  const Vector factors = variance_factors(data);
  const Index m = found.mean.size();
  Estimate means{.name = "mean", .rows = {"mean"}, .columns = data.columns, .value = found.mean.transpose()};
  means.error = (found.of_rows.diagonal() / found.records).cwiseSqrt().transpose();
  add_t_interval(means, found.records - 1);
  Estimate all{
      .name = "covariance", .rows = data.columns, .columns = data.columns, .value = found.covariance, .error = Matrix(m, m)};
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) all.error(i, j) = std::sqrt(errors.covariance_variance(i, j));
  add_t_interval(all, found.records - 1);
  for (Index j = 0; j < m; ++j) {
    const double whole = factors(j) * found.of_rows(j, j);
    const Interval of = variance_interval(whole, whole - found.covariance(j, j), all.error(j, j));
    all.low(j, j) = of.low, all.high(j, j) = of.high;
  }
  return {.estimates = {std::move(all), std::move(means)}, .notes = found.notes};
}

}  // namespace

extern const Task covariance = {.name = "covariance",
                                .summary = "means and covariances of the attributes, without what the mask added to them",
                                .paper = "002 Theorem 5.1",
                                .needs = Needs::own_columns,
                                .streams = true,
                                .mine = run,
                                .compare = compare_estimates};

}  // namespace guise::mining::tasks
