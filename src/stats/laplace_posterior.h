// SPDX-License-Identifier: Apache-2.0
// What independent Laplace numbers are on average, given linear equations on them: u = A z + e, e ~ N(0, E). Every z_j has mean
// 0 and variance 1. Beyond the papers, section 1.10: this mean is a better guess than the likeliest z, the one of least L1.
#pragma once
#include <optional>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

class LaplacePosterior {
 public:
  /// A has full row rank.
  LaplacePosterior(const Matrix& a, const Matrix& noise, const random::Rng& rng);

  /// E[z | u] for each row u'; the standard deviation of each entry when asked. The answer to a row depends on that row alone.
  Matrix mean(const MatrixRef& right, Matrix* sd = nullptr) const;

  /// In closed form where one dimension is left open and there is no noise; otherwise simulated, by this many draws a record.
  bool exact() const { return line_.has_value(); }
  static constexpr Index kBurnIn = 200, kDraws = 800;

 private:
  struct Line {
    Matrix shortest;   // A^+, by Q of A' = QR
    Vector direction;  // A direction = 0
  };
  struct Answer {
    Vector mean, variance;
  };
  Answer on_the_line(const Vector& u) const;
  Answer simulated(const Vector& u) const;

  Matrix reader_;  // what a row u says, reader u = A z + e with orthogonal rows of A, independent e, and variance 1 for t = 1
  Matrix a_;
  Vector noise_;  // variances
  std::optional<Line> line_;
  // A column per draw, the same for every record: its guess then depends on nothing but its release.
  Matrix normals_, errors_, squares_, uniforms_;
};

}  // namespace guise::stats
