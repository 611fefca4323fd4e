// SPDX-License-Identifier: Apache-2.0
// Attributes the attacker knows of every record go into the guess as they are.
#pragma once
#include <vector>

#include "attacks/linear.h"

namespace guise::attacks {

inline void place_known(const std::vector<Index>& columns, const Observed& observed, Guess& guess) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    guess.values.col(columns[i]) = own_rows(observed.known, observed).col(static_cast<Index>(i));
    if (guess.sd) guess.sd->col(columns[i]).setZero();
  }
}

}  // namespace guise::attacks
