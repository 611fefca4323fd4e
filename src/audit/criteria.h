// SPDX-License-Identifier: Apache-2.0
// What counts as a success of an attack: per column and per person, beyond what the same knowledge gives without the release.
// docs/audit.md states the rules, audit/thresholds.h the numbers.
#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "audit/spread.h"
#include "audit/thresholds.h"
#include "measures/comparison.h"
#include "measures/measure.h"

namespace guise::audit {

enum class Risk {
  recovered,  ///< share of a column's variance, once its units are put right by a shift and a positive factor
  close,      ///< share of a column's entries within 0.1 standard deviations
  whole,      ///< share of the records of which every value is that close
  exact,      ///< share of the records of which every value is exact
  linked      ///< share of the known people who are found in the release
};
std::string_view risk_name(Risk risk);

/// Of what the baseline leaves open: from here on an attack has succeeded.
double threshold_of(const Thresholds& thresholds, Risk risk);

/// One criterion for one attacker: chosen on one half of the records, reported on the other, over all keys. Intervals are
/// corrected for how many criteria are judged together, so that all of them hold with 95 %.
struct Criterion {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  Risk risk;
  std::size_t column = kAll;  ///< of the attacker's scored columns
  std::size_t trial = 0;      ///< of the attacker's trials
  std::string attack = {};    ///< the trial's, with its settings
  Spread value = {};
  double baseline = 0;  ///< the best that the same knowledge gives without the release
  Spread excess = {};   ///< of what the baseline leaves open
  enum class Decision { fails, undecided, passes } decision = Decision::fails;

  double gain() const { return value.value - baseline; }
};

/// The figures that criteria are about, of one half of the records, over the keys.
struct Figures {
  std::vector<Spread> recovered, close;  ///< of each column; NaN for a constant one
  Spread whole = {}, exact = {};         ///< NaN where there are too few columns to say "every"
};
/// `family`: how many statements the intervals are to hold for together.
Figures figures_of(const std::vector<measures::Comparison>& by_key, double family);

/// What an attack makes of a figure beyond the baseline, as a share of what that leaves open.
Spread excess(Risk risk, const Spread& value, double baseline);

Criterion::Decision decide(Risk risk, const Spread& excess, const Thresholds& thresholds);

/// Whether so many exact records, of so many, are more than the luck of a guess without the release.
bool more_than_luck(double exact, double by_luck, double records);

}  // namespace guise::audit
