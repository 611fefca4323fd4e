// SPDX-License-Identifier: Apache-2.0
// From first guesses to a rotation: each is grown from the longest axes to more and more, the one whose points lie nearest to
// records that were kept back is grown to all of them. Beyond-2 section 4.1, steps 4 and 5.
#pragma once
#include <span>

#include "attacks/unpaired_frame.h"
#include "random/rng.h"

namespace guise::attacks {

/// The rotation of the frame's axes. `others`: rotations that parts of the records gave. One of them is taken where it brings
/// points nearer to the sample.
Matrix unpaired_turn(const Frame& frame, const random::Rng& rng, std::span<const Matrix> others = {});

/// From a rotation of the first axes to one of `axes`: those that are trusted turn the next ones.
Matrix grown(const TwoClouds& clouds, Matrix turn, Index axes, const MatchWidth& width);

}  // namespace guise::attacks
