// SPDX-License-Identifier: Apache-2.0
// What the shared half of a key tells of one step of a mask: its map, where that is secret.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "linalg/affine.h"
#include "stats/distortion_map.h"

namespace guise::stats {

/// Weights of records in sums over them, by the records' numbers, which rise: a row for each, a column for each sum.
using RecordWeights = std::function<Matrix(const std::vector<std::int64_t>& records)>;

struct StepSecret {
  std::optional<linalg::Affine> affine = {};     ///< y = M x + t
  std::optional<DistortionMap> distortion = {};  ///< y = B + Q f(A + W x)
  RecordWeights weights = {};                    ///< of a step that releases sums over records
  bool any() const { return affine || distortion || weights; }
};

}  // namespace guise::stats
