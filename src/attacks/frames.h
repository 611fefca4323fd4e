// SPDX-License-Identifier: Apache-2.0
// Long tables are filtered in frames that overlap by half and fade into each other. Frames lie at multiples of half their
// length in record numbers, so the guess does not depend on how the table was cut into windows.
#pragma once
#include <functional>

#include "attacks/attack.h"

namespace guise::attacks {

/// The own rows of a window, filtered frame by frame. `filter` gets at most `frame` rows and returns as many. The window needs
/// `frame` neighbours on each side.
Matrix filter_frames(const Observed& observed, Index frame, const std::function<Matrix(const Matrix&)>& filter);

}  // namespace guise::attacks
