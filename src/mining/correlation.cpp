// SPDX-License-Identifier: Apache-2.0
// Correlations of the attributes, without what the mask added to their variances. From sums over records (paper 000, section
// VII.A) they are the cosines of centred columns.
#include <cmath>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/gram.h"
#include "mining/intervals.h"
#include "mining/moment_errors.h"

namespace guise::mining::tasks {
namespace {

Estimate of_records(const Data& data, std::vector<std::string>& notes) {
  const SecondMoments found = second_moments(data);
  const MomentErrors errors(data, found);
  notes = found.notes;
  const Index m = found.mean.size();
  Estimate out{"correlation", data.columns, data.columns, Matrix::Identity(m, m), Matrix::Zero(m, m)};
  out.low = out.high = out.value;
  for (Index j = 0; j < m; ++j) {
    require(found.covariance(j, j) > 0, "'{}' does not vary in {}{}, so it has no correlations; leave it out by ‘columns’",
            data.columns[static_cast<std::size_t>(j)], data.name,
            found.of_rows(j, j) > 0 ? " once the noise is taken out" : "");
    for (Index i = 0; i < j; ++i) {
      const double r = found.covariance(i, j) / std::sqrt(found.covariance(i, i) * found.covariance(j, j));
      out.value(i, j) = out.value(j, i) = std::clamp(r, -1.0, 1.0);
      out.error(i, j) = out.error(j, i) = std::sqrt(errors.correlation_variance(i, j, r));
      const Interval of = correlation_interval(out.value(i, j), out.error(i, j), found.records - 1);
      out.low(i, j) = out.low(j, i) = of.low;
      out.high(i, j) = out.high(j, i) = of.high;
    }
  }
  return out;
}

Estimate of_sums(const Data& data, std::vector<std::string>& notes) {
  require(data.geometry.centred,
          "correlations need columns centred by their means, which the sums over records in {} do not show; mask with "
          "'standardize | project(side=records, …)', or ask for cosine",
          data.name);
  GramEstimate gram = estimate_gram(data, {}, Relation::cosine);
  notes = std::move(gram.notes);
  gram.estimate.name = "correlation";
  return std::move(gram.estimate);
}

Findings run(const Data& data, const Params&, const random::Rng&) {
  Findings out;
  out.estimates.push_back(data.geometry.of_records ? of_records(data, out.notes) : of_sums(data, out.notes));
  return out;
}

}  // namespace

extern const Task correlation = {.name = "correlation",
                                 .summary = "correlations of the attributes, without what the mask added to their variances",
                                 .paper = "000 section VII.A; 002 Theorem 5.1",
                                 .needs = Needs::second_moments,
                                 .streams = true,
                                 .mine = run,
                                 .compare = compare_estimates};

}  // namespace guise::mining::tasks
