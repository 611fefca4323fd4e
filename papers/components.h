// SPDX-License-Identifier: Apache-2.0
// Independent components of a release, and how much of an attribute one finds in them.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// By FastICA; one per column, in no order and of no sign.
Matrix independent_components(const Matrix& released, const random::Rng& rng);

/// |correlation| of every attribute (row) with every component (column).
Matrix correlations(const Matrix& attributes, const Matrix& components);

}  // namespace guise::papers
