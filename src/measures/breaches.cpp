// SPDX-License-Identifier: Apache-2.0
#include "measures/breaches.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "measures/figure.h"

namespace guise::measures {
namespace {

constexpr double kTails[] = {0.05, 0.01};

/// What all properties add up to.
struct Counts {
  std::vector<double> claimed;
  std::vector<bool> held, breached_records;
  std::int64_t breaches = 0, right = 0;
};

/// P(x >= threshold) for x of a Gaussian law.
double probability_above(double threshold, double mean, double sd) {
  if (sd == 0) return mean >= threshold;
  return 0.5 * std::erfc((threshold - mean) / (sd * std::numbers::sqrt2));
}

/// "x >= threshold", for an attribute that is turned round where the smallest are meant.
PropertyBreaches property(const Vector& truth, const Vector& mean, const Vector& sd, double tail, const BreachRule& rule,
                          Counts& counts) {
  const Index n = truth.size();
  Vector sorted = truth;
  std::sort(sorted.begin(), sorted.end());
  const Index members = std::max(Index{1}, static_cast<Index>(std::floor(tail * static_cast<double>(n))));
  const double threshold = sorted[n - members];
  PropertyBreaches out{.tail = tail, .breached = {}};
  out.prior = static_cast<double>((truth.array() >= threshold).count()) / static_cast<double>(n);
  std::int64_t breached = 0;
  for (Index i = 0; i < n; ++i) {
    const double posterior = probability_above(threshold, mean[i], sd[i]);
    const bool holds = truth[i] >= threshold;
    counts.claimed.push_back(posterior);
    counts.held.push_back(holds);
    if (out.prior > rule.prior || posterior < rule.posterior) continue;
    ++breached;
    ++counts.breaches;
    counts.right += holds;
    counts.breached_records[static_cast<std::size_t>(i)] = true;
  }
  if (out.prior <= rule.prior) out.breached = share(breached, n);
  return out;
}

}  // namespace

Breaches breaches_of(const Matrix& truth, const Matrix& mean, const Matrix& sd, const BreachRule& rule) {
  assert(truth.rows() == mean.rows() && truth.cols() == mean.cols() && sd.rows() == mean.rows() && sd.cols() == mean.cols());
  Breaches out;
  Counts counts{.claimed = {}, .held = {}, .breached_records = std::vector<bool>(static_cast<std::size_t>(truth.rows()))};
  for (Index j = 0; j < truth.cols() && truth.rows() > 0; ++j) {
    if (truth.col(j).minCoeff() == truth.col(j).maxCoeff()) continue;
    for (const bool largest : {true, false}) {
      const double sign = largest ? 1 : -1;
      for (const double tail : kTails) {
        out.properties.push_back(property(sign * truth.col(j), sign * mean.col(j), sd.col(j), tail, rule, counts));
        out.properties.back().attribute = j;
        out.properties.back().largest = largest;
      }
    }
  }
  out.calibration = calibration_of(counts.claimed, counts.held);
  out.records = share(std::count(counts.breached_records.begin(), counts.breached_records.end(), true), truth.rows());
  out.right = share(counts.right, counts.breaches);
  return out;
}

}  // namespace guise::measures
