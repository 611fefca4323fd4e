// SPDX-License-Identifier: Apache-2.0
// Components found in a release have no order, no sign and no scale. A sample of other people shows the distribution each must
// have: the pairs of least total distance settle all three (beyond section 1.9).
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

struct ComponentMatch {
  std::vector<Index> component;  ///< of each target; -1 where there were not enough components
  Vector sign;                   ///< +1 or -1 for each target, 0 without a component
  Vector confidence;             ///< in the sign: |d+ - d-| / (d+ + d-), 0 a guess, 1 certain

  /// P with target = P component.
  Matrix selection(Index components) const;
};

/// From the distances of every component (row) to every target (column), as it is and mirrored.
ComponentMatch match_components(const Matrix& plain, const Matrix& mirrored);

/// By W1 between quantile functions of variables of mean 0 and standard deviation 1, one in each column.
ComponentMatch match_distributions(const Matrix& components, const Matrix& targets);

/// Below this confidence the sign of a component counts as a guess.
constexpr double kDoubtful = 0.1;

/// What a reader must know of a match: targets without a component, signs that are guesses. `targets` are called "attribute"s.
std::vector<std::string> notes_on(const ComponentMatch& match);

}  // namespace guise::attacks
