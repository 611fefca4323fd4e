// SPDX-License-Identifier: Apache-2.0
// Control charts like those of the UCI file, for when it is not there.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// 100 of each of six kinds, in this order, 60 points each: normal, cyclic, rising, falling, shifted up, shifted down. Alcock
/// and Manolopoulos (1999), the generator behind the file.
Matrix control_charts(const random::Rng& rng);

}  // namespace guise::papers
