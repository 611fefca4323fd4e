// SPDX-License-Identifier: Apache-2.0
// Releases of the non-linear distortion x* = B + Q f(A + W x), paper 003, and who knows what of it.
#pragma once
#include "attacks/in_memory.h"
#include "random/matrices.h"
#include "random/rng.h"

namespace guise::attacks::testing {

inline stats::DistortionMap drawn(const theory::Distortion& law, Index attributes, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed).fork("distortion");
  return {.f = law.f,
          .w = law.sw * random::gaussian_matrix(law.hidden, attributes, rng.fork("w")),
          .a = law.sa * random::gaussian_matrix(law.hidden, 1, rng.fork("a")),
          .q = law.sq * random::gaussian_matrix(law.out, law.hidden, rng.fork("q")),
          .b = law.sb * random::gaussian_matrix(law.out, 1, rng.fork("b"))};
}

inline Matrix released(const stats::DistortionMap& map, const Matrix& x) {
  Matrix out(x.rows(), map.outputs());
  map.apply(x, out);
  return out;
}

/// Who has the card of a release.
inline Knowledge carded(const theory::Distortion& law, Index attributes) {
  Knowledge known;
  known.mixed = true;
  known.attributes = attributes;
  known.distorted = Distorted{.law = law, .before = linalg::Affine::identity(attributes)};
  return known;
}

inline Knowledge insider(const theory::Distortion& law, const stats::DistortionMap& map) {
  Knowledge known = carded(law, map.attributes());
  known.distorted->map = map;
  return known;
}

}  // namespace guise::attacks::testing
