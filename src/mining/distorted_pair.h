// SPDX-License-Identifier: Apache-2.0
// Lengths, distances, products and cosines of two originals behind a non-linear distortion, with their intervals.
#pragma once
#include "release/square_law.h"
#include "theory/distortion_estimate.h"

namespace guise::mining {

release::Bounds distorted_square(const theory::PairEstimate&);
/// `power`: what errors before the distortion add to a squared length, on average; it was taken out already.
release::Bounds distorted_square_distance(const theory::PairEstimate&, double power);
release::Bounds distorted_product(const theory::PairEstimate&);
release::Bounds distorted_cosine(const theory::PairEstimate&);

}  // namespace guise::mining
