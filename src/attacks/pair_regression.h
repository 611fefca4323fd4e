// SPDX-License-Identifier: Apache-2.0
// The originals regressed on their released records: ridge regression, linear or on Gaussian bumps. Beyond section 1.3.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// Standard deviations of the columns, 1 where one does not vary: units in which none outweighs another.
Vector column_scales(const Matrix& released);

/// Of both: `scale` holds the units that the columns of the release are taken in.
Outcome regress_linear(const Pairs&, const Knowledge&, const Vector& scale);
Outcome regress_kernel(const Pairs&, const Vector& scale);

}  // namespace guise::attacks
