// SPDX-License-Identifier: Apache-2.0
// Correlations of the attributes, without what the mask added to their variances. From sums over records (paper 000, section
// VII.A) they are the cosines of centred columns.
#include <cmath>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/gram.h"
#include "mining/second_moments.h"

namespace guise::mining::tasks {
namespace {

/// Var of r = s_xy / sqrt(s_xx s_yy) by the delta method, from Cov(c_ij, c_kl) = (c_ik c_jl + c_il c_jk) / (n - 1) of the
/// release's covariances c = s + a constant.
double correlation_variance(const SecondMoments& found, Index x, Index y, double r) {
  const Matrix& c = found.of_rows;
  const double sx = found.covariance(x, x), sy = found.covariance(y, y);
  const Eigen::Vector3d slope(1 / std::sqrt(sx * sy), -r / (2 * sx), -r / (2 * sy));
  const Index pairs[3][2] = {{x, y}, {x, x}, {y, y}};
  double variance = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      variance += slope(a) * slope(b) *
                  (c(pairs[a][0], pairs[b][0]) * c(pairs[a][1], pairs[b][1]) +
                   c(pairs[a][0], pairs[b][1]) * c(pairs[a][1], pairs[b][0]));
  return std::max(0.0, variance) / (found.records - 1);
}

Estimate of_records(const Data& data, std::vector<std::string>& notes) {
  const SecondMoments found = second_moments(data);
  notes = found.notes;
  const Index m = found.mean.size();
  Estimate out{"correlation", data.columns, data.columns, Matrix::Identity(m, m), Matrix::Zero(m, m)};
  for (Index j = 0; j < m; ++j) {
    require(found.covariance(j, j) > 0, "'{}' does not vary in {}{}, so it has no correlations; leave it out by --columns",
            data.columns[static_cast<std::size_t>(j)], data.name,
            found.of_rows(j, j) > 0 ? " once the noise is taken out" : "");
    for (Index i = 0; i < j; ++i) {
      const double r = found.covariance(i, j) / std::sqrt(found.covariance(i, i) * found.covariance(j, j));
      out.value(i, j) = out.value(j, i) = std::clamp(r, -1.0, 1.0);
      out.error(i, j) = out.error(j, i) = std::sqrt(correlation_variance(found, i, j, r));
    }
  }
  return out;
}

Estimate of_sums(const Data& data, std::vector<std::string>& notes) {
  require(data.geometry.centred,
          "correlations need columns centred by their means, which the sums over records in {} do not show; mask with "
          "'standardize | project(side=records, …)', or ask for cosine",
          data.name);
  GramEstimate gram = estimate_gram(data, {});
  notes = std::move(gram.notes);
  const Vector root = gram.inner.diagonal().cwiseSqrt();
  Estimate out{"correlation", gram.names, gram.names, gram.inner, std::move(gram.cosine_error)};
  for (Index j = 0; j < out.value.cols(); ++j)
    for (Index i = 0; i < out.value.rows(); ++i)
      out.value(i, j) = i == j ? 1 : std::clamp(gram.inner(i, j) / (root(i) * root(j)), -1.0, 1.0);
  return out;
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
