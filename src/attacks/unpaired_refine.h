// SPDX-License-Identifier: Apache-2.0
// Few records show standard deviations so loosely that a rotation between clouds brought to standard deviation 1 is no rotation
// of the records. In the records' own units it is one, and a few rounds there bring it nearer. Beyond-2 section 4.1, step 3.
#pragma once
#include "attacks/unpaired_frame.h"

namespace guise::attacks {

/// A frame and the turn that was found in it.
struct Aligned {
  Frame frame;
  Matrix turn;
  Matrix map() const { return frame.map(turn); }
};

/// From a turn between whitened clouds of `released` and `sample` to one in the records' own units, where that brings guesses
/// nearer to the sample; as it is where the frame is not whitened, the matrix no rotation, or records are many.
Aligned aligned(const Matrix& released, const Matrix& sample, const Frame& frame, const FrameFacts& facts, const Matrix& turn);

}  // namespace guise::attacks
