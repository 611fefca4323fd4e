// SPDX-License-Identifier: Apache-2.0
// What an attacker believes of the data before looking at a record, and what he sees of one: o = H x + c + e.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// The release as the Bayes estimate uses it. Two releases in the originals' own columns are as good as their average, each
/// weighted by the other's noise; known columns are seen besides, exactly.
struct Sight {
  Vector mean;             ///< of the (averaged) release
  Matrix covariance = {};  ///< of it
  Matrix noise = {};       ///< covariance of its noise
  Vector noise_mean = {};
  Matrix known_rows = {};  ///< Cov(known columns, all attributes), free of noise; no rows when none is known
  Vector known_mean = {};
  Matrix second_weight = {};  ///< A of the average (I - A) y1 + A y2; empty when a second release is not averaged in
};
Sight sight_of(const Evidence&, const Knowledge&);

struct Prior {
  Vector mean;
  Matrix covariance = {};
  std::vector<std::string> notes = {};
};

/// Mean and covariance of the originals: those the attacker was told, else the release's less the noise's, repaired where
/// sampling made it indefinite. `debiased`: eigenvalues corrected for their sampling error, a flat remainder.
Prior prior_of(const Sight&, const Evidence&, const Knowledge&, bool debiased, const random::Rng&);

}  // namespace guise::attacks
