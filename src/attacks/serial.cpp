// SPDX-License-Identifier: Apache-2.0
#include "attacks/serial.h"

#include <algorithm>
#include <cmath>

#include "random/math.h"

namespace guise::attacks {

Vector autocovariance(const Vector& series, Index lags) {
  const Index n = series.size();
  Vector gamma = Vector::Zero(lags + 1);
  if (n == 0) return gamma;
  const Vector centred = series.array() - series.mean();
  for (Index k = 0; k <= std::min(lags, n - 1); ++k)
    gamma[k] = centred.head(n - k).dot(centred.tail(n - k)) / static_cast<double>(n);
  return gamma;
}

bool order_tells(const Matrix& head) {
  constexpr Index kLags = 5;
  constexpr double kFalseAlarm = 0.01;
  const Index n = head.rows();
  if (n <= 2 * kLags) return false;
  // Under random order each autocorrelation is about N(0, 1/n); Bonferroni over lags and columns.
  const double share = kFalseAlarm / (2.0 * static_cast<double>(kLags * std::max<Index>(head.cols(), 1)));
  const double limit = -random::normal_quantile(share) / std::sqrt(static_cast<double>(n));
  for (Index j = 0; j < head.cols(); ++j) {
    const Vector gamma = autocovariance(head.col(j), kLags);
    if (gamma.tail(kLags).cwiseAbs().maxCoeff() > limit * gamma[0]) return true;
  }
  return false;
}

void note_order(const Evidence& evidence, std::vector<std::string>& notes) {
  if (!order_tells(evidence.head))
    notes.push_back("neighbouring records look unrelated (autocorrelation at lags 1 to 5): little to gain from the order");
}

Series series_of(const Observed& observed, Index column) {
  return {.values = observed.released.col(column),
          .before = observed.before,
          .count = observed.count,
          .first_record = observed.first_record};
}

Vector filter_own(const Series& series, const Vector& weights, Index behind) {
  Vector out = Vector::Zero(series.count);
  for (Index k = 0; k < weights.size(); ++k) {
    // Own row i takes y[before + i + shift] where that row exists.
    const Index shift = k - behind, first = std::max<Index>(0, -(series.before + shift));
    const Index last = std::min(series.count, series.values.size() - series.before - shift);
    if (first < last)
      out.segment(first, last - first) += weights[k] * series.values.segment(series.before + first + shift, last - first);
  }
  return out;
}

}  // namespace guise::attacks
