// SPDX-License-Identifier: Apache-2.0
// One trial held to every criterion: its figures on both halves of the records, against the best that the same knowledge gives
// without the release.
#pragma once
#include <optional>

#include "audit/audit.h"
#include "audit/criteria.h"

namespace guise::audit {

/// Both halves of a trial at the figures that criteria are about.
///
/// A release resists where all figures are below their thresholds. Whoever says so for all, each with 95 %, errs in at most 5
/// of 100 cases: an intersection-union test needs no correction for their number (Berger 1982). A success of any does.
struct Judged {
  Figures choice, report;
  Figures alone = {};  ///< the reported half, with intervals that hold each by itself
  double exact = 0;    ///< records, both halves together, mean over the keys
  /// With one key: the reported half of what is best at a column, for comparisons record by record.
  std::vector<std::optional<measures::Comparison>> recovered_by = {}, close_by = {};
};

/// What the criteria of one attacker are held against.
struct Bar {
  Judged without;
  Thresholds thresholds;
  double family;

  Spread of(Risk risk, std::size_t column) const;
  Spread of_choice(Risk risk, std::size_t column) const;
  double left_open(std::size_t column) const;  ///< share of a column's variance
};

/// Of the guesses without the release the best at each figure on both halves together. With one key it counts as it does on
/// each half: an attack is held against it on the same records, so that what these have of their own is no gain. Over several
/// keys attacks are reported on nearly all records, and it is too.
Judged best_without(const AttackerResult& result);

/// One trial at one criterion, as chosen and as reported.
struct Held {
  double choice = measures::kNothing;  ///< excess on the half that is chosen by
  Criterion reported;
};

/// All criteria that a trial can be held to, of an attacker who is scored in so many columns.
std::vector<Held> hold_all(const Trial& trial, std::size_t columns, const Bar& bar);

/// Met on both halves: the one that is reported counts with its interval.
bool meets(const Held& held, const Thresholds& thresholds);

}  // namespace guise::audit
