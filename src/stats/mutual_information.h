// SPDX-License-Identifier: Apache-2.0
// Mutual information of two numeric attributes from the distances to neighbours, nothing being assumed of their law. Kraskov,
// Stögbauer and Grassberger (2004), algorithm 1. (The plug-in information of cells, which tests independence, is in
// cell_information.h.)
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

struct Information {
  double bits;
  double low, high;  ///< 95 % interval; NaN for too few records
};

/// In bits, not below 0. Of a truth and a guess of it this is at most what the whole release tells of the truth (data
/// processing), however many columns it has. An estimate from n records cannot exceed about log2 n bits: a copy gets some 9
/// from 2000. NaN for fewer than 9 records; 0 where an attribute is constant. Meant for up to some thousand records.
///
/// Normal scores of the ranks take the place of the values: information does not change, and heavy tails do no harm. Equal
/// values get a jitter of 1e-10, drawn from rng.
Information neighbour_information(const Vector& x, const Vector& y, const random::Rng& rng);

/// Share of the privacy that is lost, 1 - 2^-I: Agrawal and Aggarwal, "On the design and quantification of privacy preserving
/// data mining algorithms" (PODS 2001), with the privacy of x measured by 2^h(x).
double privacy_loss(double bits);

}  // namespace guise::stats
