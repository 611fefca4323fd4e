// SPDX-License-Identifier: Apache-2.0
// What an attacker could guess without the release: what risks are compared with.
#pragma once
#include <string>
#include <vector>

#include "audit/passes.h"

namespace guise::audit {

struct UnaidedGuess {
  std::string name;
  bool uses_side;  ///< looks at columns in clear; a constant does not
  attacks::Reconstruction reconstruction;
};

/// Guesses from the columns that an attacker knows of everybody, with its errors, and from those that are kept in clear:
/// the mean; of each column the value that most people are near to, which is better where figures count near misses; the
/// linear regression on known columns with the true moments; what the learner of the attack `trees` makes of other records'
/// originals; and what is usual among records of the same prediction or of the same categories.
std::vector<UnaidedGuess> unaided_guesses(const KnownView& known, const std::vector<bool>& kept_is_category,
                                          const FirstPass& pass);

}  // namespace guise::audit
