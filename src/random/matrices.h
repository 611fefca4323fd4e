// SPDX-License-Identifier: Apache-2.0
// Secret matrices from a key, the same bits everywhere.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::random {

/// i.i.d. N(0,1): entry (i, j) is number j of stream i.
Matrix gaussian_matrix(Index rows, Index columns, const Rng& rng);

/// +1 and -1, equally likely: entry (i, j) is sign j of stream i.
Matrix sign_matrix(Index rows, Index columns, const Rng& rng);

/// sqrt(s) times +1, 0 or -1 with probabilities 1/2s, 1 - 1/s, 1/2s: entry (i, j) is number j of stream i.
Matrix sparse_sign_matrix(Index rows, Index columns, double s, const Rng& rng);

/// The numbers 0 … size-1 in an order that is uniform over all: sorted by word i of stream 0.
std::vector<Index> permutation(Index size, const Rng& rng);

/// Uniform over all orthogonal matrices: hand-written Householder QR in a fixed order, positive diagonal (Mezzadri 2007).
Matrix haar_orthogonal(Index size, const Rng& rng);

}  // namespace guise::random
