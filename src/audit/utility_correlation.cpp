// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_correlation.h"

#include <algorithm>
#include <cmath>

#include "mining/second_moments.h"
#include "mining/task.h"

namespace guise::audit {

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

Matrix correlation_from(const Matrix& covariance, const Vector& uncertain) {
  Matrix out = Matrix::Identity(covariance.rows(), covariance.cols());
  const Vector least = uncertain.size() > 0 ? Vector(2 * uncertain) : Vector(Vector::Zero(out.cols()));
  for (Index j = 0; j < out.cols(); ++j)
    for (Index i = 0; i < j; ++i) {
      const double x = covariance(i, i), y = covariance(j, j);
      const bool told = x > least(i) && y > least(j);
      out(i, j) = out(j, i) = told ? std::clamp(covariance(i, j) / std::sqrt(x * y), -1.0, 1.0) : 0;
    }
  return out;
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

std::string no_correlation(const mining::Data& release) {
  return release.geometry.of_records ? why_lost(release, Lives::columns) : "";
}

}  // namespace guise::audit
