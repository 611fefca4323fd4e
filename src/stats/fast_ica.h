// SPDX-License-Identifier: Apache-2.0
// Independent component analysis by fixed points: FastICA. Hyvarinen, "Fast and robust fixed-point algorithms for independent
// component analysis" (1999).
#pragma once
#include "base/matrix.h"
#include "random/rng.h"
#include "stats/contrast.h"

namespace guise::stats {

struct IcaFit {
  bool symmetric = true;  ///< all components at once; else one after the other (deflation)
  Contrast contrast = Contrast::tanh;
  int starts = 10;          ///< random ones; of those that converge the least normal result is kept
  int iterations = 200;     ///< at most, of each start (of each component in deflation)
  double tolerance = 1e-4;  ///< converged when no direction turns by more: 1 - |cosine|, as in scikit-learn
};

/// Components s = unmixing (x - center) of variance 1, in no order and of no sign; x = center + mixing s.
struct Ica {
  Vector center;
  Matrix unmixing;  ///< components x attributes; fewer components than attributes when these depend linearly
  Matrix mixing;    ///< attributes x components
  bool converged = false;
  int iterations = 0;     ///< of the start that was kept
  double negentropy = 0;  ///< sum over components of (E log cosh s - that of a normal variable)^2
};

/// Same result for any number of threads. Without a start that converges: the last one, `converged` unset.
Ica fast_ica(const MatrixRef& records, const IcaFit& how, const random::Rng& rng);

}  // namespace guise::stats
