// SPDX-License-Identifier: Apache-2.0
// Released numbers that come in steps, as if they did not. A channel that takes steps for exact finds a few originals that fit
// them and no others; spread over their steps, rows show how much was rounded away.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::audit {

struct Dequantised {
  Matrix rows;
  Vector variance;  ///< that was added to each column; 0 where it has no steps
  bool any() const { return (variance.array() > 0).any(); }
};

/// Spreads columns in which most rows share their values with others evenly over the usual step between these.
Dequantised dequantised(const Matrix& rows, const random::Rng& rng);

}  // namespace guise::audit
