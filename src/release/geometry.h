// SPDX-License-Identifier: Apache-2.0
// What a release keeps of the lengths and angles of the originals, as its public card tells it: who mines it must know what to
// divide by and what to subtract, and what is not in it any more.
#pragma once
#include <string>
#include <vector>

#include "release/facts.h"
#include "theory/projection_error.h"

namespace guise::release {

/// A random projection on the way: what it keeps, it keeps on average over its draws (paper 000, Lemma 5.6).
struct Projection {
  theory::ProjectionLaw law;
  Index k = 0, m = 0;  ///< from m to k numbers; m is 0 where it is not known (records that were mixed)
};

struct Geometry {
  bool of_records = true;   ///< rows are records; else rows are sums over all records, and columns are what is compared
  double scale = 1;         ///< squared lengths in the release over those of the originals, on average and without the noise
  Vector noise = {};        ///< variance of the errors in each column of the release; 0 where there are none
  bool noise_known = true;  ///< otherwise there are more than `noise` says
  bool centred = false;     ///< the originals' columns were centred by their own mean before anything else
  std::vector<Projection> projections = {};
  std::string no_products = {}, no_distances = {};  ///< why there are none to be found, as the end of a sentence; empty: kept
};

/// Of the release as it is read: through CardFacts::to_original where there is something to undo.
Geometry geometry_of(const Card& card, const CardFacts& read);

/// Squared lengths and inner product of two records, or of two columns where columns are compared.
struct Pair {
  double xx, yy, xy;
  double square_distance() const { return xx + yy - 2 * xy; }
};

/// What errors do to one record; to column `column` with that many rows where columns are compared.
struct NoiseShare {
  double power;     ///< what they add to a squared length, on average
  double variance;  ///< of an entry
};
NoiseShare noise_share(const Geometry& geometry, Index column, Index rows);

/// The originals' pair, estimated from the released one: noise power subtracted, scale restored; no length below 0.
Pair debiased(const Geometry& geometry, const Pair& released, const NoiseShare& x, const NoiseShare& y);

/// Standard errors of such estimates over the draws of matrices and noise, at the estimated lengths. For a Gaussian matrix they
/// are those of the corrected Lemma 5.6; with signs or zeros as entries the law of single originals would matter, which is not
/// known: they are given the Gaussian's, signs err less. Several projections in a chain: their variances add, nearly.
struct PairErrors {
  double xx, xy, square_distance;
};
/// `estimated`: the pair is an estimate itself, through the same projections, so that its products are too large on average.
PairErrors errors_of(const Geometry& geometry, const Pair& originals, const NoiseShare& x, const NoiseShare& y, bool estimated);

}  // namespace guise::release
