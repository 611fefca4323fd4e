// SPDX-License-Identifier: Apache-2.0
// Tests whose law under the hypothesis is drawn: by permutation, or from the fitted law (parametric bootstrap).
#pragma once
#include <functional>
#include <vector>

#include "base/matrix.h"
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

/// null_draws for several statistics at once: a row for each draw.
Matrix null_rows(int count, Index statistics, const random::Rng& rng, const std::function<Vector(const random::Rng&)>& draw);

/// One p-value for several statistics, each against the hypothesis where it is large: the least of their p-values is compared
/// with the least ones that the draws have among each other (Westfall and Young 1993, algorithm 2.8). Exact as above, however
/// the statistics depend on each other, and without Bonferroni's loss. Far out, p-values follow a fitted tail (Knijnenburg et
/// al. 2009).
double combined_p_value(const Vector& statistics, const Matrix& draws);

/// `count` records spread evenly over the table, whose order may mean something: a part of it for a test that takes long.
Matrix spread_rows(const Matrix& table, Index count);

}  // namespace guise::stats
