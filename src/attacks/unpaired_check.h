// SPDX-License-Identifier: Apache-2.0
// A check of a rotation without the truth: disjoint halves of release and sample are attacked, and their guesses compared.
// Beyond-2 section 4.1, step 7.
#pragma once
#include <array>

#include "attacks/unpaired_frame.h"
#include "random/rng.h"

namespace guise::attacks {

/// Of the rotations that two parts of the records give: below this nothing is claimed. Other kinds of records and Gaussian ones
/// come to 0.1 at most.
constexpr double kLeastAgreement = 0.25;

struct Agreement {
  Vector axis;                     ///< cosine of the two guesses along each axis of the sample, 0 where its direction is open
  Vector kept;                     ///< how much of a guess by all records is kept along each: its estimated accuracy
  std::array<Matrix, 2> map = {};  ///< of the release to the sample's columns, as each half finds it
  double total = 0;  ///< mean over the columns of the originals, each in its own standard deviation, of what is confirmed
};

/// Of disjoint halves; where these are too few, of overlapping parts. `whole`: the frame of all records;
/// `keep`: what is compared of a guess (sample_symmetry.h). Rows are in random order.
Agreement agreement_of_halves(const Matrix& released, const Matrix& sample, const Frame& whole, const FrameFacts& facts,
                              const Matrix& keep, const random::Rng& rng);

}  // namespace guise::attacks
