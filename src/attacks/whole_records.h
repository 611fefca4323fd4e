// SPDX-License-Identifier: Apache-2.0
// The likeliest record whose attributes, or some of them, are multiples of a unit, given y = M x + t + e and x ~ N(mean, S):
// the least (y - t - M x)' E^-1 (y - t - M x) + (x - mean)' S^-1 (x - mean), a closest point of a lattice.
#pragma once
#include <optional>
#include <vector>

#include "linalg/affine.h"
#include "linalg/blas.h"
#include "linalg/closest_point.h"

namespace guise::attacks {

struct WholeRecordModel {
  linalg::Affine channel;
  Vector mean;
  Matrix covariance;
  Vector unit;         ///< 0: any number; one at least is not
  Vector least, most;  ///< of every attribute
};

class WholeRecords {
 public:
  explicit WholeRecords(WholeRecordModel model);

  struct Guess {
    Vector values;
    Vector squared_error;    ///< expected, over the candidates
    double probability = 0;  ///< of these values among the candidates; 0: no candidate was found
    double misfit = 0;       ///< (y - t - M x)' E^-1 (y - t - M x): about the number of released columns where x is right
    bool fits = false;       ///< … and no more than noise explains
    bool complete = true;    ///< the search was not cut short
  };
  /// Where nothing in the box fits, values are looked for farther and farther outside: people differ more than a sample does.
  Guess guess(const Vector& released) const;

  /// Steps of the search for one record.
  static constexpr Index kBudget = 20'000;

 private:
  struct Box {
    Vector least, most;
  };
  Guess search(const Vector& released, const Box& box) const;
  Vector start(const Vector& released, const Box& box) const;
  Vector with_free(Vector record, const Vector& rest, const Vector& steps) const;

  WholeRecordModel model_;
  std::vector<Index> whole_, free_;  // attributes
  Matrix noise_root_, prior_root_;   // E^-1/2, S^-1/2
  linalg::RecordMap estimate_;       // without regard to units: where the search begins
  Matrix steps_;                     // what a step of one unit does to [E^-1/2 (y - t - M x); S^-1/2 (mean - x)]
  Matrix free_turn_, free_solve_;    // Q and (QR)^-1 of the same for the free attributes
  std::optional<linalg::ClosestPoint> closest_;
};

}  // namespace guise::attacks
