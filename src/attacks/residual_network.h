// SPDX-License-Identifier: Apache-2.0
// A small network that learns what a linear fit leaves: x^ = linear(u) + T tanh(V u + c). It starts as the linear fit.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::attacks {

/// Rows belong together.
struct Lessons {
  Matrix features, targets;
};

/// Sums of squares on records that are not learnt from: of the linear fit, after one step, after two, …
struct Check {
  Lessons records;
  std::vector<double> errors = {};
};

class ResidualNetwork {
 public:
  /// With `check` it ends early where that has not become better for long.
  ResidualNetwork(const Lessons& lessons, Index units, int steps, const random::Rng& rng, Check* check = nullptr);

  Matrix operator()(const MatrixRef& features) const;

 private:
  Matrix linear(const MatrixRef& features) const;
  Vector center_, shift_;  // of the linear fit
  Matrix slope_;           // features x targets
  Matrix inner_, outer_;   // (features + 1) x units: V' over c'; units x targets: T'
};

}  // namespace guise::attacks
