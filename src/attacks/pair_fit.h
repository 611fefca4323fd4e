// SPDX-License-Identifier: Apache-2.0
// What known pairs tell of the mask, and the guess that follows. Beyond section 1.4.
#pragma once
#include "attacks/attack.h"
#include "linalg/procrustes.h"

namespace guise::attacks {

/// Whether lengths are kept: by the law of the matrix, or because the columns are the originals' own.
bool keeps_lengths(const Knowledge&);

/// Whether the mask is a projection, so no rotation: by the number of its columns, or by the law of the matrix.
bool projects(const Evidence&, const Knowledge&);

/// The rigid motion behind the pairs. Whether there is a translation is read off the card, else off the pairs, and so is a
/// scale where the mask may have one. Of two mirror images the one nearer to the told moments is taken; without any the
/// direction stays open.
linalg::Motion fit_motion(const Pairs&, const Evidence&, const Knowledge&, std::vector<std::string>& notes);

/// Whether the pairs lie too badly for a rigid motion: the matrix was no rotation.
bool bends(const linalg::Motion&, const Pairs&, const Knowledge&);

/// Turns the release back where the mask is a motion; estimates its matrix where it is none, or has another number of columns.
Outcome outcome_of_pairs(const Pairs&, const Evidence&, const Knowledge&);

}  // namespace guise::attacks
