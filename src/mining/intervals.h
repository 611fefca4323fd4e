// SPDX-License-Identifier: Apache-2.0
// Intervals of 95 % from estimates and their standard errors.
#pragma once
#include "mining/task.h"

namespace guise::mining {

/// The estimate and Student's quantile times its error on both sides.
void add_t_interval(Estimate&, double freedom);

/// The same for estimates from many records.
void add_normal_interval(Estimate&);

struct Interval {
  double low, high;
};
/// Of a variance less a constant: a chi-square with the degrees of freedom that the error tells (Satterthwaite 1946). `whole`
/// is what was measured, `less` what was taken off; never below 0.
Interval variance_interval(double whole, double less, double error);
/// Of a correlation or cosine: Fisher's, with this standard error.
Interval correlation_interval(double r, double error, double freedom);
/// Of a share of so many: Wilson's, which no share is outside of, not even 0 or 1; of few and of nearly all with the one-sided
/// end of a Poisson count (Brown, Cai and DasGupta 2001, section 4.1.1).
Interval share_interval(double share, double count);

}  // namespace guise::mining
