// SPDX-License-Identifier: Apache-2.0
// From a released column to the attribute it is a monotone function of, by equal ranks. Beyond-2 section 4.3.
#pragma once
#include "attacks/knowledge.h"
#include "stats/empirical.h"

namespace guise::attacks {

/// Straight between points, level beyond the ends.
struct Polyline {
  Vector at, value;  ///< at: rising
  double operator()(double x) const;
};

/// Points of a released column at which a map is tabulated: all its values, or where these are many some thousand of them,
/// with its ends.
Vector knots_of(const stats::Empirical& released);

/// x = F_x^-1(F_y(y)). A value that many records share stands for a range of ranks, and gets the mean of the originals there;
/// or the one original value that fills it, so far as the sampling errors of both sides tell. `sign` -1: y falls with x.
Polyline quantile_map(const stats::Empirical& released, const stats::Empirical& originals, double sign);

/// From some originals and their released values: the monotone curve nearest to them, over the normal scores of the release and
/// straight between the pairs. Two pairs at least.
Polyline pair_map(const stats::Empirical& released, const Vector& originals, const Vector& seen, double sign);

/// Normal scores of a released column, turned round where y falls with x.
Polyline score_map(const stats::Empirical& released, double sign);

/// The mean original of a record whose normal score is known up to a normal error: a function of the expected score.
Polyline unscore_map(const stats::Empirical& originals, double error_sd);

}  // namespace guise::attacks
