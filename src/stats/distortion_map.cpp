// SPDX-License-Identifier: Apache-2.0
#include "stats/distortion_map.h"

#include <algorithm>

#include "linalg/pseudo_inverse.h"

namespace guise::stats {

namespace {

// Records per product: 256 records x 64 hidden units are 128 KiB and stay in the second-level cache between the products.
constexpr Index kProduct = 256;

}  // namespace

void DistortionMap::apply(const MatrixRef& records, MutableMatrixRef out) const {
  thread_local Matrix inner;  // fresh memory would cost as much as filling it
  for (Index first = 0; first < records.rows(); first += kProduct) {
    const Index count = std::min(kProduct, records.rows() - first);
    inner.resize(count, hidden());
    inner.noalias() = records.middleRows(first, count) * w.transpose();
    inner.rowwise() += a.transpose();
    activate(f, inner);
    auto part = out.middleRows(first, count);
    part.noalias() = inner * q.transpose();
    part.rowwise() += b.transpose();
  }
}

PlainInverse::PlainInverse(const DistortionMap& map)
    : map_(map), q_(linalg::pseudo_inverse(map.q).inverse), w_(linalg::pseudo_inverse(map.w).inverse) {}

void PlainInverse::apply(const MatrixRef& released, MutableMatrixRef out) const {
  Matrix inner = (released.rowwise() - map_.b.transpose()) * q_.transpose();
  for (double& value : inner.reshaped()) value = nearest_preimage(map_.f, value);
  inner.rowwise() -= map_.a.transpose();
  out.noalias() = inner * w_.transpose();
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
