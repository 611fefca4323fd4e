// SPDX-License-Identifier: Apache-2.0
#include "attacks/serial.h"

#include <algorithm>
#include <cmath>

#include "random/math.h"

namespace guise::attacks {

Vector autocovariance(const Vector& series, Index lags) {
  return autocovariance(Runs{series}, lags);
}

Index length_of(const Runs& runs) {
  Index n = 0;
  for (const Vector& run : runs) n += run.size();
  return n;
}

Vector autocovariance(const Runs& runs, Index lags) {
  const Index n = length_of(runs);
  Vector gamma = Vector::Zero(lags + 1);
  if (n == 0) return gamma;
  double sum = 0;
  for (const Vector& run : runs) sum += run.sum();
  const double mean = sum / static_cast<double>(n);
  for (const Vector& run : runs) {
    const Vector centred = run.array() - mean;
    for (Index k = 0; k < std::min(lags + 1, run.size()); ++k)
      gamma[k] += centred.head(run.size() - k).dot(centred.tail(run.size() - k)) / static_cast<double>(n);
  }
  return gamma;
}

bool order_tells(const std::vector<Stretch>& stretches) {
  constexpr Index kLags = 5;
  constexpr double kFalseAlarm = 0.01;
  const Index columns = stretches.empty() ? 0 : stretches.front().rows.cols();
  const Index n = columns > 0 ? length_of(runs_of(stretches, 0)) : 0;
  if (n <= 2 * kLags) return false;
  // Under random order each autocorrelation is about N(0, 1/n); Bonferroni over lags and columns.
  const double share = kFalseAlarm / (2.0 * static_cast<double>(kLags * columns));
  const double limit = -random::normal_quantile(share) / std::sqrt(static_cast<double>(n));
  for (Index j = 0; j < columns; ++j) {
    const Vector gamma = autocovariance(runs_of(stretches, j), kLags);
    if (gamma.tail(kLags).cwiseAbs().maxCoeff() > limit * gamma[0]) return true;
  }
  return false;
}

void note_order(const Evidence& evidence, std::vector<std::string>& notes) {
  if (!order_tells(evidence.stretches))
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
