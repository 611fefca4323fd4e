// SPDX-License-Identifier: Apache-2.0
// The whole numbers x in a box with B x nearest to a target. Schnorr and Euchner (1994): depth-first search of a reduced basis.
#pragma once
#include <vector>

#include "linalg/reduced_basis.h"

namespace guise::linalg {

class ClosestPoint {
 public:
  /// The columns of `basis` are linearly independent; the work on it is done once for all targets.
  explicit ClosestPoint(const Matrix& basis) : reduced_(reduce_basis(basis)) {}

  struct Point {
    Vector x;
    double squared;  ///< |B x - target|^2, less the part that no x can reach
  };
  struct Found {
    std::vector<Point> points;  ///< nearest first; those within `slack` of the nearest, kMostPoints at most
    bool complete = true;       ///< the search ended before it had looked at `budget` nodes
    double covered = 0;         ///< squared distance up to which every point was looked at
  };
  static constexpr std::size_t kMostPoints = 64;
  struct Search {
    double slack = 0;        ///< squared distance beyond the nearest's up to which points are listed
    Index budget = 100'000;  ///< nodes of the search tree
  };
  /// No points when the budget ends before one in the box is found.
  Found find(const Vector& target, const Vector& least, const Vector& most, const Search& search) const;

 private:
  void look(const Vector& goal, const Vector& least, const Vector& most, const Search&, double reach, Index& nodes,
            Found&) const;
  ReducedBasis reduced_;
};

}  // namespace guise::linalg
