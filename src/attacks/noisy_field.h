// SPDX-License-Identifier: Apache-2.0
// Lengths and distances of released rows against those of known records, as likelihoods: y = Q x + t + e with noise of
// covariance E. |y|^2 - tr E estimates |x|^2, |y_i - y_j|^2 - 2 tr E estimates |x_i - x_j|^2. Beyond section 1.5.
#pragma once
#include <vector>

#include "attacks/placement_law.h"

namespace guise::attacks {

using Costs = Eigen::ArrayXf;

/// Rows that may be a known record by their length, and how unlikely each is: squared deviations in variances.
struct PlacementCandidates {
  std::vector<Index> rows;
  Singles points;  ///< one candidate per row
  Costs squares;   ///< their squared lengths from the rows' mean
  Costs lengths;   ///< … and from the origin, less what noise adds
  Costs cost;
};

class NoisyField {
 public:
  /// `rows`: a released row per line. `loose`: variance per number of what wrong units do to records.
  NoisyField(const Matrix& records, const Matrix& rows, const Matrix& noise, bool translated, double loose = 0);

  PlacementCandidates candidates(Index record) const;
  /// Adds to `costs` what the distance of row `placed`, taken for `other`, says of each candidate for `record`.
  void add_distance(Index record, const PlacementCandidates& candidates, Index other, Index placed, Costs& costs) const;
  /// Squared distances of candidates, one in each line, to rows, one in each column, less what noise adds.
  Singles distances(const PlacementCandidates& candidates, const std::vector<Index>& rows) const;
  float distance(Index row, Index other) const;  ///< … of two rows
  float length(Index row) const;                 ///< squared, less what noise adds
  PlacementLaw law(const std::vector<Index>& order) const;
  /// Records in the order in which fewest placements survive, at most `most` of them; those of `last` after the others.
  std::vector<Index> order(Index most, const std::vector<Index>& last = {}) const;

  Index rows() const { return points_.cols(); }
  const Matrix& released() const { return released_; }  ///< rows as columns
  const Matrix& records() const { return records_; }
  PlacementNoise noise() const { return noise_; }

 private:
  double share_alike(Index a, Index b) const;
  Index farthest() const;

  Matrix records_, released_;
  PlacementNoise noise_;
  double trace_, squares_, along_;  // tr E, tr E^2, variance of the noise along a difference of rows
  Singles points_;                  // rows as columns, without their mean
  Costs point_squares_, lengths_;   // squared, from the mean and from the origin
  Matrix original_, variance_;      // of pairs of records: squared distance, and variance of what the release shows of it
  Vector between_;                  // squared distances of some pairs of rows
};

}  // namespace guise::attacks
