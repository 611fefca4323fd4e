// SPDX-License-Identifier: Apache-2.0
// A check of a rotation without the truth: disjoint halves of release and sample are attacked, and their guesses compared.
// Beyond-2 section 4.1, step 7.
#pragma once
#include "attacks/unpaired_frame.h"
#include "random/rng.h"

namespace guise::attacks {

struct Agreement {
  Vector axis;       ///< cosine of the two guesses along each axis of the sample, 0 where its direction is open
  double total = 0;  ///< mean over the columns of the originals, each in its own standard deviation, of what is confirmed
};

/// `whole`: the frame of all records. Rows are in random order.
Agreement agreement_of_halves(const Matrix& released, const Matrix& sample, const Frame& whole, const FrameFacts& facts,
                              const random::Rng& rng);

}  // namespace guise::attacks
