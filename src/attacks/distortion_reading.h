// SPDX-License-Identifier: Apache-2.0
// A non-linear distortion y = b + Q f(a + W x) + e as its insider reads it: equations that follow from one another are dropped,
// the noise has variance 1, and a record is z with x = center + root z, where z ~ N(0, I) is what he expects of it.
#pragma once
#include <optional>

#include "attacks/knowledge.h"
#include "linalg/blas.h"
#include "random/rng.h"
#include "stats/distortion_map.h"

namespace guise::attacks {

struct DistortionReading {
  stats::Activation f;
  Vector shift;        ///< of the release: b, and the mean of the noise
  Matrix reader;       ///< what a released record says is (y - shift)' reader …
  Matrix mix;          ///< … = mix f(offset + weights z); empty: the hidden units one by one
  Vector offset;       ///< hidden
  Matrix weights;      ///< hidden x attributes
  Vector center;       ///< attributes
  Matrix root;         ///< attributes x attributes
  bool noisy = false;  ///< else only rounding comes between the two
  bool told = false;   ///< center and root are moments of the originals; else they only say where f is not flat
  Index rank = 0;      ///< of W

  Index readings() const { return reader.cols(); }
  Index attributes() const { return root.cols(); }
  /// As many equations as unknowns: where f is one-to-one no more than single points fit.
  bool determined() const { return readings() >= attributes() && rank == attributes(); }

  Matrix read(const MatrixRef& released) const { return (released.rowwise() - shift.transpose()) * reader; }
  Matrix expected(const MatrixRef& z) const;  ///< the readings of records z, without noise
  Matrix originals(const MatrixRef& z) const { return (z * root.transpose()).rowwise() + center.transpose(); }
};

/// Of the distortion, the noise and the moments in `known`; the distortion's matrices must be there. No readings where Q is 0.
DistortionReading reading_of(const Knowledge& known);

/// The best linear guess of z from the readings. No formula is needed for it: the insider draws records that are as he expects
/// them, distorts them himself and regresses. So it serves every f, steps too.
linalg::RecordMap best_linear(const DistortionReading&, const random::Rng&);

}  // namespace guise::attacks
