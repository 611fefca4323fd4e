// SPDX-License-Identifier: Apache-2.0
// k-means by Lloyd's passes over blocks of records, wherever these come from. Lloyd (1982).
#pragma once
#include <cstdint>
#include <functional>

#include "base/matrix.h"
#include "table/passes.h"

namespace guise::stats {

/// Visits every block of some records with its number, from several threads, in any order; called once per pass. `sums` is what
/// the visit adds to, so that the pass can be a stage (table/passes.h).
using BlockVisit = std::function<void(std::int64_t block, const MatrixRef& records)>;
using BlockPass = std::function<void(const table::Sums& sums, const BlockVisit& visit)>;

/// A matrix in memory as such a pass, in blocks of table::kBlock. It must outlive the pass.
BlockPass blocks_of(const Matrix& records);

struct KMeansRules {
  int iterations = 300;   ///< at most
  bool remember = false;  ///< the nearest centre of every record from pass to pass: less work, 4 bytes each; found again where
                          ///< another process made the pass before
  double moved = 0;       ///< stop when the sum over centres of the squared way they moved is no more than this
};

struct KMeans {
  Matrix centres;  ///< one per row
  Vector sizes;    ///< records nearest to each of them
  double inertia;  ///< sum of squared distances of records to their nearest centre
  int iterations;
  bool settled;  ///< stopped because centres did
};

/// From these centres on. A centre that loses all its records moves to the record farthest from its own, as in scikit-learn.
/// All is measured from `origin`, see NearestCentre.
KMeans lloyd(const BlockPass& pass, Matrix start, const Vector& origin, const KMeansRules& rules);

}  // namespace guise::stats
