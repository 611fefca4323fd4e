// SPDX-License-Identifier: Apache-2.0
// Brought to standard deviation 1, clouds look the same mirrored along axes where kinds of records do not differ, and few
// records show standard deviations so loosely that a rotation between such clouds is no rotation of the records. In the
// records' own units both are seen. Beyond-2 section 4.1, step 3.
#pragma once
#include "attacks/unpaired_frame.h"

namespace guise::attacks {

/// A frame and the turn that was found in it.
struct Aligned {
  Frame frame;
  Matrix turn;
  Matrix map() const { return frame.map(turn); }
};

/// From a turn between whitened clouds of `released` and `sample` to one in the records' own units, where that makes both agree
/// better; as it is where the frame is not whitened or the matrix no rotation.
Aligned aligned(const Matrix& released, const Matrix& sample, const Frame& frame, const FrameFacts& facts, const Matrix& turn);

}  // namespace guise::attacks
