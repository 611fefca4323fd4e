// SPDX-License-Identifier: Apache-2.0
// The likeliest record whose attributes, or some of them, are multiples of a unit, given y = M x + t + e and x ~ N(mean, S):
// the least (y - t - M x)' E^-1 (y - t - M x) + (x - mean)' S^-1 (x - mean), a closest point of a lattice.
#pragma once
#include <cmath>
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
    /// How much likelier the release is from whole numbers than from continuous ones with the same moments. Its mean over
    /// continuous records is 1 at most, so that b or more come from them once in b times (Markov).
    double factor = 0;
    double misfit = 0;     ///< (y - t - M x)' E^-1 (y - t - M x): about the number of released columns where x is right
    bool fits = false;     ///< … and no more than noise explains
    bool complete = true;  ///< the search was not cut short
  };
  /// Where nothing in the box fits, values are looked for farther and farther outside: people differ more than a sample does.
  Guess guess(const Vector& released) const;

  /// Expected weight of the whole numbers near a continuous record, 1 being that of one that fits best. Far above 1 some always
  /// fit.
  double chance() const { return std::exp(log_chance_); }

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
  double log_chance_ = 0, log_prior_ = 0;  // see the constructor
};

}  // namespace guise::attacks
