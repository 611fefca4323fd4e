// SPDX-License-Identifier: Apache-2.0
// What a release keeps of the lengths and angles of the originals, as its public card tells it: who mines it must know what to
// divide by and what to subtract, and what is not in it any more.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "release/facts.h"
#include "release/square_law.h"
#include "theory/projection_error.h"

namespace guise::release {

/// A random projection on the way: what it keeps, it keeps on average over its draws (paper 000, Lemma 5.6).
struct Projection {
  theory::ProjectionLaw law;
  Index k = 0, m = 0;  ///< from m to k numbers; m is 0 where it is not known (records that were mixed)
  double scale = 1;    ///< what it multiplies squared lengths by, on average
  Errors before = {};  ///< in what it projects, since the projection before it
};

struct Geometry {
  bool of_records = true;   ///< rows are records; else rows are sums over all records, and columns are what is compared
  double scale = 1;         ///< squared lengths in the release over those of the originals, on average and without the noise
  Vector noise = {};        ///< variance of the errors in each column of the release; 0 where there are none
  bool noise_known = true;  ///< otherwise there are more than `noise` says
  bool centred = false;     ///< the originals' columns were centred by their own mean before anything else
  std::vector<Projection> projections = {};
  std::optional<Errors> behind = {};  ///< those of a record since the last projection; empty: `noise` has them all
  std::string no_products = {}, no_distances = {};  ///< why there are none to be found, as the end of a sentence; empty: kept
};

/// Of the release as it is read: through CardFacts::to_original where there is something to undo.
Geometry geometry_of(const Card& card, const CardFacts& read);

/// The way of a squared length from the originals to the release; of columns, which have `rows` entries there, with errors of
/// variance 1. `vectors` with errors of their own make one whose length is asked for: sums of errors are nearer to Gaussian.
std::vector<Stage> stages_of(const Geometry&, Index rows, int vectors);

/// Multiplies the variances of all errors of a record by a factor.
void scale_errors(Geometry&, double factor);

/// Columns of `a` and `b` lie beside each other: their squared lengths add up.
void join_geometry(Geometry& a, const Geometry& b);

}  // namespace guise::release
