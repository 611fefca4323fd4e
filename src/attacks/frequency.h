// SPDX-License-Identifier: Apache-2.0
// The Wiener filter in the frequency domain.
#pragma once
#include "attacks/serial.h"

namespace guise::attacks {

/// Records per Fourier transform. Longer tables are filtered in frames of this length that overlap by half and fade into each
/// other; frames lie at multiples of half this record number, so the guess does not depend on how the table was cut into
/// windows.
constexpr Index kFrame = 4096;

/// The own rows of a series with the noise filtered out, frame by frame. Wants kFrame neighbours on each side.
Vector filter_frequencies(const Series& series, double noise_variance);

/// One frame: the gain at each frequency is max(0, 1 - noise / P), P the periodogram averaged over neighbouring frequencies.
Vector filter_frame(const Vector& frame, double noise_variance);

}  // namespace guise::attacks
