// SPDX-License-Identifier: Apache-2.0
// Singular spectrum analysis: the series laid out as a Hankel matrix of lagged windows, its singular values shrunk (Gavish and
// Donoho 2017, see theory/singular_shrinkage.h), and the windows averaged back into a series.
#pragma once
#include "attacks/serial.h"

namespace guise::attacks {

class SpectrumFilter {
 public:
  /// Learns from a series of mean 0 the L x L matrix that denoises a window of L records; L is at most half its
  /// longest run.
  SpectrumFilter(const Runs& series, double noise_variance, Index window);

  /// The own rows of a series of mean 0 that has reach() neighbours on each side, or all there are.
  Vector smooth(const Series& series) const;

  Index reach() const { return window_.rows() - 1; }
  Index components() const { return components_; }

 private:
  double average_at(const Vector& series, Index t) const;
  Matrix window_;  // W: a window of L records times W is its denoised self
  Vector filter_;  // what W and averaging come to away from the ends
  Index components_ = 0;
};

}  // namespace guise::attacks
