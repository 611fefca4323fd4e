// SPDX-License-Identifier: Apache-2.0
// Tests whose law under the hypothesis is drawn: by permutation, or from the fitted law (parametric bootstrap).
#pragma once
#include <functional>
#include <vector>

#include "random/rng.h"

namespace guise::stats {

struct Significance {
  double statistic = 0;
  double p_value = 1;  ///< chance of a statistic at least as large under the hypothesis; never below 1 / (draws + 1)
};

/// `draw` called with `count` generators of their own, in parallel; the numbers are in the order of these, whatever the
/// threads.
std::vector<double> null_draws(int count, const random::Rng& rng, const std::function<double(const random::Rng&)>& draw);

/// (1 + number of draws >= statistic) / (1 + draws): exact for draws that are exchangeable with the statistic (Davison and
/// Hinkley 1997, section 4.2).
double resampled_p_value(double statistic, const std::vector<double>& draws);

}  // namespace guise::stats
