// SPDX-License-Identifier: Apache-2.0
// Secret matrices from a key, the same bits everywhere.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::random {

/// i.i.d. N(0,1): entry (i, j) is number j of stream i.
Matrix gaussian_matrix(Index rows, Index columns, const Rng& rng);

/// Uniform over all orthogonal matrices: hand-written Householder QR in a fixed order, positive diagonal (Mezzadri 2007).
Matrix haar_orthogonal(Index size, const Rng& rng);

}  // namespace guise::random
