// SPDX-License-Identifier: Apache-2.0
// How a release came from the originals, y = M x + t + e, where nobody says which row is whose: owners from the channel and the
// channel from the owners, by turns.
#pragma once
#include "audit/owners.h"

namespace guise::audit {

/// Least squares of rows that belong together; e is what is left.
linalg::Affine fit_channel(const MatrixRef& originals, const MatrixRef& released);

/// How many turns. Nearest originals come first: they settle fast, but take the noise for too small. Then drawn ones.
struct Turns {
  int nearest, drawn;
};

/// Improves a channel for these released rows, in standard units. First by iterative closest points (Besl and McKay 1992) from
/// the nearer half, then by stochastic expectation maximisation (Celeux and Diebolt 1985), whose likelihood has every original
/// as the possible owner of every row.
linalg::Affine improve_channel(linalg::Affine channel, const Matrix& released, const Originals& originals, Turns turns,
                               const random::Rng& rng);

/// The same where map and shift stay as they are: only the noise is learnt, for each released column by itself. Fewer unknowns,
/// so that it holds its course where rows tell little.
linalg::Affine improve_noise(linalg::Affine channel, const Matrix& released, const Originals& originals, int turns,
                             const random::Rng& rng);

/// A channel, and how the noise of its rows differs.
struct ScaledNoise {
  linalg::Affine channel;
  NoiseScales scales = {};
};

/// Learns how the noise of rows differs, where rows call for it: else noise stays Gaussian. Map and shift stay.
ScaledNoise fit_scales(const linalg::Affine& channel, const Matrix& released, const Originals& originals, int turns,
                       const random::Rng& rng);

/// Mean log density of released rows under a channel, each original as likely; up to a constant that all channels share.
double log_density(const linalg::Affine& channel, const Owners& owners);

}  // namespace guise::audit
