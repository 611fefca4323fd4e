// SPDX-License-Identifier: Apache-2.0
// The originals' covariance: that of the release less that of the errors in it. Paper 002, Theorem 5.1.
#include <cmath>

#include "mining/compare.h"
#include "mining/second_moments.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params&, const random::Rng&) {
  const SecondMoments found = second_moments(data);
  Findings out;
  Estimate means{.name = "mean", .rows = {"mean"}, .columns = data.columns, .value = found.mean.transpose()};
  means.error = (found.of_rows.diagonal() / found.records).cwiseSqrt().transpose();
  out.estimates.push_back({"covariance", data.columns, data.columns, found.covariance, covariance_errors(found)});
  out.estimates.push_back(std::move(means));
  out.notes = found.notes;
  return out;
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
