// SPDX-License-Identifier: Apache-2.0
// How likely a value is under a class: the logarithm of a density as a curve that millions of values are read from.
#pragma once
#include <vector>

#include "stats/density.h"

namespace guise::mining {

/// A density of one class and attribute, learnt from that many records.
struct Learnt {
  stats::Density density;
  double records = 0;
};

/// Values between `low` and `low + step (size - 1)` by straight lines, beyond as at the ends.
struct Curve {
  double low = 0, step = 1;
  Vector value;
  double operator()(double x) const;
};

/// Where the values of any class lie.
struct Span {
  double low, high;
};
Span span_of(const std::vector<Learnt>& classes);

/// Logarithm of the density of originals, or of y = x + noise when `noise_sd` is above 0. One more record is spread evenly over
/// the whole span: what a class has not shown is unlikely, not impossible.
Curve log_likelihood(const Learnt& learnt, const Span& span, random::Law law, double noise_sd);

}  // namespace guise::mining
