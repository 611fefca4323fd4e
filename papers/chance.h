// SPDX-License-Identifier: Apache-2.0
// Criteria on estimates: how far chance alone takes a figure from its expectation. A correct implementation fails one such
// criterion in 10 000, whatever the number of repetitions; more repetitions make the limits narrower.
#pragma once
#include "papers/report.h"
#include "papers/trials.h"

namespace guise::papers {

/// Two-sided probability with which a correct figure misses its criterion.
inline constexpr double kChance = 1e-4;

/// How many standard errors chance may take: of the normal law, or of Student's with so many degrees of freedom where the
/// standard error was itself estimated. `together`: how many figures share one criterion (Bonferroni).
double allowed_errors(double degrees = 0, int together = 1);

/// The expectation is `value`. `degrees`: of freedom of the standard error, 0 where it is known.
Criterion expects(double value, double standard_error, double degrees = 0);
/// The largest of so many distances from their expectations, each in its standard errors.
Criterion largest_of(int figures, double degrees = 0);
/// A share of `trials` that has probability `value`.
Criterion share_of(double value, double trials);

/// The mean over trials has expectation `value`, known to ± `rounding`.
Criterion mean_is(double value, const Trials&, Index figure, double rounding = 0);
/// `reference` is a mean over `times` trials of the same law, printed to ± `rounding`: both are estimates.
Criterion like(double reference, int times, const Trials&, Index figure, double rounding = 0);

/// A row for a curve: every trials' figure `first + i * step` against its reference, all together in one criterion.
void check_like(Report&, std::string what, std::string paper, const std::vector<double>& reference, int times, const Trials&,
                Index first, Index step, double rounding);

}  // namespace guise::papers
