// SPDX-License-Identifier: Apache-2.0
#include "attacks/frames.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace guise::attacks {

Matrix filter_frames(const Observed& observed, Index frame, const std::function<Matrix(const Matrix&)>& filter) {
  const MatrixRef& released = observed.released;
  const Index rows = released.rows(), hop = frame / 2, own_end = observed.before + observed.count;
  if (rows <= frame || hop < 1) return filter(released).middleRows(observed.before, observed.count);
  Matrix sum = Matrix::Zero(observed.count, released.cols());
  Vector weights = Vector::Zero(observed.count);
  // Frames cover [k hop, k hop + frame) in record numbers; row r is record first_record + r.
  const Index phase = static_cast<Index>(observed.first_record % hop);
  for (Index start = ((observed.before + phase) / hop) * hop - phase - hop; start < own_end; start += hop) {
    const Index from = std::max<Index>(start, 0), to = std::min(start + frame, rows);
    if (to - from < hop) continue;  // cut short by an end of the table; the frame before or after it covers these records
    const Matrix filtered = filter(released.middleRows(from, to - from));
    for (Index r = std::max(from, observed.before); r < std::min(to, own_end); ++r) {
      const double weight =
          square(std::sin(std::numbers::pi * (static_cast<double>(r - start) + 0.5) / static_cast<double>(frame)));
      sum.row(r - observed.before) += weight * filtered.row(r - from);
      weights[r - observed.before] += weight;
    }
  }
  return weights.cwiseInverse().asDiagonal() * sum;
}

}  // namespace guise::attacks
