// SPDX-License-Identifier: Apache-2.0
// Privacy as the width of the interval that holds the truth with some confidence (Agrawal and Srikant, SIGMOD 2000), three
// ways: from the noise alone, from what an attacker's posterior says, and from the errors it really made. The gap between the
// first and the others is privacy that is not there: noise alone forgets what columns tell of each other.
#pragma once
#include "base/matrix.h"
#include "measures/measure.h"
#include "random/laws.h"

namespace guise::measures {

/// Width of the central interval of the noise: 2 a c for uniform noise on +- a, 2 Phi^-1((1 + c) / 2) sd for Gaussian, -sqrt(2)
/// sd ln(1 - c) for Laplace.
double noise_width(random::Law law, double sd, double confidence);

/// Of Gaussian posteriors with these standard deviations, one per record: the median, and the width that one record in twenty
/// stays below.
struct PosteriorWidth {
  Value median, narrow;
};
PosteriorWidth posterior_width(const Vector& sds, double confidence);

/// 2 quantile_c |x - guess| over records: no law is assumed. The measure `interval` has the same for whole tables, from
/// histograms.
Value error_width(const Vector& truth, const Vector& guess, double confidence);

/// The interval of a quantile of n values: it lies between those of these ranks, from 1, with 95 %. A rank of 0 or n + 1 is
/// none.
struct RanksOfQuantile {
  Index low, high;
};
RanksOfQuantile ranks_of_quantile(Index n, double share);

/// The order statistic number ceil(share n), with the interval whose ends are order statistics as well, their numbers from the
/// Binomial(n, share) law: it holds the quantile in 95 % of samples of any law. Where the sample is too small for an end, that
/// end is minus or plus infinity. Nothing for no values.
Value quantile_value(Vector values, double share);

}  // namespace guise::measures
