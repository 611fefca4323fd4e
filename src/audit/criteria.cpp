// SPDX-License-Identifier: Apache-2.0
#include "audit/criteria.h"

#include <algorithm>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>

#include "audit/score.h"
#include "measures/figure.h"

namespace guise::audit {
namespace {

// Two columns that come out close together are no person yet.
constexpr std::size_t kLeastColumns = 3;
// Exact records are counted, not estimated: this is how often luck may look like them.
constexpr double kLuck = 1e-3;
// Fewer than this share of exact records are what noise on whole numbers leaves as they were, and nobody can tell which.
constexpr double kFewExact = 1e-3;
// Where the baseline leaves less than this open, a share of that would be a matter of luck: of the variance of a column, and of
// entries, of which a constant that most people have hits nearly all.
constexpr double kLeastOpen = 0.1, kLeastEntries = 0.5;
constexpr std::size_t kCloseKey = 1;  // of measures::kWithin: 0.1

/// Share of the records, all keys together. Keys repeat the same people: the interval is that of the records of one key.
Spread record_share(const std::vector<measures::Comparison>& by_key, std::int64_t (measures::Comparison::*count)() const,
                    double family) {
  double hits = 0, records = 0;
  for (const measures::Comparison& each : by_key) {
    hits += static_cast<double>((each.*count)());
    records += static_cast<double>(each.records());
  }
  const auto keys = static_cast<double>(by_key.size());
  const measures::Value share = measures::exact_share(hits / keys, records / keys, family);
  return {share.value, share.low, share.high};
}

}  // namespace

std::string_view risk_name(Risk risk) {
  constexpr std::string_view names[] = {"recovered", "close", "whole", "exact", "linked"};
  return names[static_cast<int>(risk)];
}

double threshold_of(const Thresholds& thresholds, Risk risk) {
  switch (risk) {
    case Risk::recovered:
      return thresholds.recovered;
    case Risk::close:
      return thresholds.close;
    case Risk::whole:
      return thresholds.whole;
    case Risk::exact:
      return 0;
    case Risk::linked:
      return thresholds.linked;
  }
  return 0;
}

Figures figures_of(const std::vector<measures::Comparison>& by_key, double family) {
  const std::size_t columns = by_key.front().attributes().size();
  std::vector<std::vector<measures::Value>> left(columns), near(columns);
  std::size_t counting = 0;
  for (const measures::Comparison& comparison : by_key) {
    const measures::Figure of_left = calibrated_figure(comparison);
    const measures::Figure of_near = measures::find_measure("within").compute(comparison);
    for (std::size_t j = 0; j < columns; ++j) {
      left[j].push_back(of_left.attributes[j][0]);
      near[j].push_back(of_near.attributes[j][kCloseKey]);
    }
  }
  Figures out;
  for (std::size_t j = 0; j < columns; ++j) {
    const Spread still = spread(left[j], kPositive, family);
    out.recovered.push_back({1 - still.value, 1 - still.high, 1 - still.low});
    out.close.push_back(spread(near[j], kShare, family));
    if (measures::counts(by_key.front(), j)) ++counting;
  }
  const Spread none{measures::kNothing, measures::kNothing, measures::kNothing};
  const bool people = counting >= kLeastColumns;
  out.whole = people ? record_share(by_key, &measures::Comparison::whole, family) : none;
  out.exact = people ? record_share(by_key, &measures::Comparison::exact, family) : none;
  return out;
}

Spread excess(Risk risk, const Spread& value, double baseline) {
  const double base = std::clamp(baseline, 0.0, 1.0);
  if (!std::isfinite(value.value)) return {measures::kNothing, measures::kNothing, measures::kNothing};
  const double open = std::max(1 - base, risk == Risk::recovered ? kLeastOpen : kLeastEntries);
  return {(value.value - base) / open, (value.low - base) / open, (value.high - base) / open};
}

Criterion::Decision decide(Risk risk, const Spread& excess, const Thresholds& thresholds) {
  using enum Criterion::Decision;
  if (!std::isfinite(excess.value)) return fails;
  const double threshold = threshold_of(thresholds, risk);
  if (excess.low > threshold) return passes;
  const double tolerated = risk == Risk::linked ? thresholds.linked_upper : threshold;
  const bool shows = risk == Risk::linked || excess.value > thresholds.shows * threshold;
  return shows && excess.high > tolerated ? undecided : fails;
}

bool more_than_luck(double exact, double by_luck, double records) {
  // One more than luck was seen to give: of a thousand tables without any copy one may show as many.
  const boost::math::poisson chance(by_luck + 1);
  return exact >= std::max(1.0, kFewExact * records) &&
         boost::math::cdf(boost::math::complement(chance, std::ceil(exact) - 1)) < kLuck;
}

}  // namespace guise::audit
