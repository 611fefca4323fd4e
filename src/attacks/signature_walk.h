// SPDX-License-Identifier: Apache-2.0
// Placing known records on rows one after the other, each at the right distances from those before it.
#pragma once
#include <vector>

#include "attacks/distance_tolerance.h"
#include "base/matrix.h"

namespace guise::attacks {

/// A row for each known record.
struct Placement {
  std::vector<Index> row;  ///< of each known record; -1 where none was found
  Index found = 0;
  double misfit = 0;  ///< sum of the squared deviations
};

struct Placements {
  std::vector<Placement> best;  ///< those that place most records, nearest first, at most kMostPlacements
  bool all = true;              ///< false: there are more
};
constexpr std::size_t kMostPlacements = 100;

struct SignatureSearch {
  bool lengths = false;   ///< the origin is kept, so lengths count too
  bool may_miss = false;  ///< known records need not be among the rows
};

/// What does not change during a search.
struct Field {
  Matrix points;                            ///< rows as columns
  Matrix original;                          ///< squared distances between known records
  Vector released_length, original_length;  ///< squared
  Tolerance tolerance;
  SignatureSearch how;
  std::vector<Index> order = {};  ///< known records in the order in which they are placed

  bool length_fits(Index row, Index record) const;
};

/// Records in a signature: six have fifteen distances, which tell them from any others.
constexpr Index kSignature = 6;

/// All placements with that row for the first record; `squared`: the distances of all rows from it.
Placements walk_from(const Field& field, Index row, const double* squared);

}  // namespace guise::attacks
