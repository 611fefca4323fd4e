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

/// What a single row shows: where columns are the originals' own it lies about the record itself; where the origin is kept it
/// is as long as the record.
enum class Alone { nothing, length, place };

struct SignatureSearch {
  Alone alone = Alone::nothing;
  bool may_miss = false;  ///< known records need not be among the rows
};

/// What does not change during a search.
struct Field {
  Matrix points;               ///< rows as columns
  Matrix records;              ///< known records as columns
  Matrix original = {};        ///< squared distances between known records
  Matrix loose = {};           ///< what wrong units may make of them
  Vector lengths = {};         ///< of the rows, squared
  Vector record_lengths = {};  ///< of the records, squared
  Vector loose_alone = {};     ///< what wrong units may make of a record's length, or place
  Tolerance tolerance;
  SignatureSearch how;
  std::vector<Index> order = {};  ///< known records in the order in which they are placed

  bool alone_fits(Index row, Index record) const;
  Window window(Index a, Index b) const { return tolerance.distance(original(a, b), loose(a, b)); }  ///< of two records
};

/// Records in a signature: six have fifteen distances, which tell them from any others.
constexpr Index kSignature = 6;

/// All placements with that row for the first record, one of `rows_tried`; `squared`: the distances of all rows from it.
Placements walk_from(const Field& field, Index row, const double* squared, Index rows_tried);

}  // namespace guise::attacks
