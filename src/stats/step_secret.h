// SPDX-License-Identifier: Apache-2.0
// What the shared half of a key tells of one step of a mask: its map, where that is secret.
#pragma once
#include <optional>

#include "linalg/affine.h"
#include "stats/distortion_map.h"

namespace guise::stats {

struct StepSecret {
  std::optional<linalg::Affine> affine = {};     ///< y = M x + t
  std::optional<DistortionMap> distortion = {};  ///< y = B + Q f(A + W x)
  bool any() const { return affine || distortion; }
};

}  // namespace guise::stats
