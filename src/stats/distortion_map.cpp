// SPDX-License-Identifier: Apache-2.0
#include "stats/distortion_map.h"

namespace guise::stats {

void DistortionMap::apply(const MatrixRef& records, MutableMatrixRef out) const {
  thread_local Matrix inner;  // fresh memory would cost as much as filling it
  inner.resize(records.rows(), hidden());
  inner.noalias() = records * w.transpose();
  inner.rowwise() += a.transpose();
  activate(f, inner);
  out.noalias() = inner * q.transpose();
  out.rowwise() += b.transpose();
}

DistortionMap after(const DistortionMap& distortion, const linalg::Affine& before) {
  DistortionMap out = distortion;
  out.w = distortion.w * before.map;
  out.a = distortion.a + distortion.w * before.shift;
  return out;
}

DistortionMap followed_by(const DistortionMap& distortion, const linalg::Affine& then) {
  DistortionMap out = distortion;
  out.q = then.map * distortion.q;
  out.b = then.map * distortion.b + then.shift;
  return out;
}

}  // namespace guise::stats
