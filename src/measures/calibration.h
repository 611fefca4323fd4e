// SPDX-License-Identifier: Apache-2.0
// Does what is said to hold with probability p hold in a share p of the cases? Asked of an attacker's posterior before anything
// is concluded from it.
#pragma once
#include <cstdint>
#include <vector>

#include "measures/measure.h"

namespace guise::measures {

/// Claims whose probability is in one tenth of [0, 1].
struct CalibrationCell {
  double claimed;  ///< mean probability
  Value held;      ///< share that held, with Wilson's interval
  std::int64_t claims;
};

struct Calibration {
  std::vector<CalibrationCell> cells;  ///< rising; those without claims are left out
  double gap = kNothing;               ///< mean over the claims of |claimed - held| of their cell; 0 is perfect
};

/// As many outcomes as probabilities.
Calibration calibration_of(const std::vector<double>& claimed, const std::vector<bool>& held);

}  // namespace guise::measures
