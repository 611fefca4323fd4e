// SPDX-License-Identifier: Apache-2.0
// The non-linear distortion x* = B + Q f(A + W x) itself. "Privacy Preservation through Random Non-linear Data Distortion"
// (paper 003), section 3.1.
#pragma once
#include "linalg/affine.h"
#include "stats/activation.h"

namespace guise::stats {

struct DistortionMap {
  Activation f = Activation::tanh;
  Matrix w;  ///< hidden x attributes
  Vector a;  ///< hidden
  Matrix q;  ///< outputs x hidden
  Vector b;  ///< outputs

  Index attributes() const { return w.cols(); }
  Index hidden() const { return w.rows(); }
  Index outputs() const { return q.rows(); }
  /// Whether records can be found again from the release, as matrices drawn at random have full rank.
  bool loses_nothing() const { return facts_of(f).one_to_one && outputs() >= hidden() && hidden() >= attributes(); }
  /// Of every row. The last bits depend on how many rows there are and on a row's place among them, as of every product.
  void apply(const MatrixRef& records, MutableMatrixRef out) const;
};

/// The way back by the pseudo-inverses of Q and W: exact where nothing is lost, else something that
/// would give about the same release.
class PlainInverse {
 public:
  explicit PlainInverse(const DistortionMap& map);
  void apply(const MatrixRef& released, MutableMatrixRef out) const;

 private:
  DistortionMap map_;
  Matrix q_, w_;  // pseudo-inverses
};

/// The distortion with an affine map before it, or after it, as one; noise of the maps is left out.
DistortionMap after(const DistortionMap& distortion, const linalg::Affine& before);
DistortionMap followed_by(const DistortionMap& distortion, const linalg::Affine& then);

}  // namespace guise::stats
