// SPDX-License-Identifier: Apache-2.0
// The non-linear distortion x* = B + Q f(A + W x) of paper 003, drawn from a fixed generator in place of a key.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"
#include "stats/distortion_map.h"
#include "theory/distortion.h"

namespace guise::papers {

/// One draw of the four matrices, and a table behind it.
stats::DistortionMap draw_map(const theory::Distortion& law, Index attributes, const random::Rng& rng);
Matrix distorted(const theory::Distortion& law, const Matrix& records, const random::Rng& rng);

/// x*'y* and |x* - y*|^2 of two records under draw after draw of the four matrices.
struct DrawnPair {
  Vector inner, square_distance;
};
DrawnPair draw_pair(const theory::Distortion& law, const Vector& x, const Vector& y, Index draws, const random::Rng& rng);

/// Mean and variance of draws, each with its standard error, from the draws themselves.
struct DrawnSpread {
  double mean, mean_error, variance, variance_error;
};
DrawnSpread spread_of(const Vector& draws);

}  // namespace guise::papers
