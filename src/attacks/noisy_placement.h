// SPDX-License-Identifier: Apache-2.0
// Known records found in a rotated release with noise, or the reason why they are not: a search by likelihood, and a control
// with strangers, who must not be found. Beyond section 1.5.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

/// What is known of the mask: y = Q x + t + e.
struct NoisyRelease {
  Matrix rows;              ///< a released row per line
  Matrix noise;             ///< covariance of e
  bool translated = false;  ///< t is not known
  double loose = 0;         ///< variance per number of what wrong units do to records
};

struct NoisyFind {
  std::vector<Index> row;       ///< of each known record; -1 where none is taken for it
  std::vector<Index> rivals;    ///< other rows that fit as well
  std::vector<Index> searched;  ///< records that were searched for together; the others followed from these
  double misfit = 0;            ///< of the searched records, in variances of the noise; about `freedom` where they are right
  double freedom = 0;
  double strangers = 0;  ///< least misfit of as many strangers
  std::string reason;    ///< why nothing is found; empty when something is
};

/// At least three records.
NoisyFind find_in_noise(const Matrix& records, const NoisyRelease& release, const random::Rng& rng);

}  // namespace guise::attacks
