// SPDX-License-Identifier: Apache-2.0
// Lengths in a release as lengths of the originals, for tasks that live on distances.
#pragma once
#include "mining/data.h"

namespace guise::mining {

/// What the errors in one record add to its squared length, on average, in the units of the release.
double noise_power(const Data&);

/// Errors of a record as a multiple of what `noise_power` is made of: not 1 where several owners have noises of different size.
double noise_factor(const Data&, std::int64_t record);

/// The distance of two originals whose released records have this squared distance: both carry errors. Not below 0.
double original_distance(const Data&, double released_square, std::int64_t record_a, std::int64_t record_b);

/// Says what was divided by and subtracted, and what could not be.
void note_lengths(const Data&, std::vector<std::string>& notes);

}  // namespace guise::mining
