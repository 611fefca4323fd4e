// SPDX-License-Identifier: Apache-2.0
// A release behind a secret rotation and a sample of other people, both along their own principal axes: what is left to find is
// how the axes belong together. Beyond-2 section 4.1, step 1.
#pragma once
#include "attacks/soft_match.h"

namespace guise::attacks {

/// What is known of the mask.
struct FrameFacts {
  Matrix noise = {};       ///< covariance of the noise in the release; empty: none is told
  bool estimate = false;   ///< there may be noise that is not told
  bool rescaled = false;   ///< lengths may have changed
  bool origin = false;     ///< the origin is where it was
  bool rotation = true;    ///< the secret matrix is orthogonal up to a factor; else any with an inverse
  bool own_units = false;  ///< axes are not brought to standard deviation 1, however few
};

/// Up to this many columns the axes are brought to standard deviation 1, so that small columns count as much as large ones.
/// Embeddings have hundreds: their small axes are mostly sampling error, and the large ones tell most.
constexpr Index kWhitened = 32;

struct Frame {
  Vector release_mean, sample_mean;
  Matrix release_axes, sample_axes;  ///< one in each column, longest first; as many of both
  Vector release_sd, sample_sd;      ///< of the originals along each, as the release and as the sample shows them
  Matrix noise;                      ///< covariance in the release, told or estimated; empty: none
  double scale = 1;                  ///< of the mask
  bool white = false, rotation = true;
  TwoClouds clouds;

  /// W of x' = (y - release_mean)' W + sample_mean', without a filter for the noise.
  Matrix map(const Matrix& turn) const;
  /// The turn whose map is nearest to this one.
  Matrix turn(const Matrix& map) const;
};

/// Rows are records. Axes along which either table is constant are left out.
Frame frame_of(const Matrix& released, const Matrix& sample, const FrameFacts& facts);

}  // namespace guise::attacks
