// SPDX-License-Identifier: Apache-2.0
// From an estimate of how the release came from the originals to guesses of them. Used by every attack that first finds out
// what the mask did: from pairs, from matched records, from anchors, from a population.
#pragma once
#include "attacks/attack.h"
#include "linalg/affine.h"
#include "linalg/procrustes.h"

namespace guise::attacks {

/// A guess that is linear in the released record, with its standard deviations where it has any: the same for all records.
struct LinearGuess {
  linalg::RecordMap map;
  std::optional<Vector> sd = {};
};
Outcome linear_outcome(LinearGuess guess, std::vector<std::string> notes);

/// E[x | y] for y = M x + t + e and Gaussian x: beyond section 1.1 with an estimated or known channel.
LinearGuess posterior(const linalg::Affine& channel, const Vector& mean, const Matrix& covariance);

/// Covariance of few records, drawn towards its diagonal, all the more the fewer there are: as it stands it would hold every
/// direction they do not show for constant.
Matrix shrunk_covariance(const Matrix& records);

/// At most so many of the rows 0, 1, … of a table, evenly spread.
std::vector<Index> evenly_spread(Index all, Index most);

/// Turns the release back: y = s R x + t + e with orthogonal R, of which the first `determined` directions are known.
/// Without noise these are exact; noise is treated with the moments that the release itself shows once it is turned back.
/// Directions left open come from the told moments of the originals, else from the mean: that is the average over all ways to
/// complete R, where any single one is wrong by twice as much in the mean square. What was done is added to `notes`.
LinearGuess turn_back(const linalg::Motion& motion, const Evidence&, const Knowledge&, std::vector<std::string>& notes);

}  // namespace guise::attacks
