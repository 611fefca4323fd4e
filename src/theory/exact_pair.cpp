// SPDX-License-Identifier: Apache-2.0
#include "theory/exact_pair.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace guise::theory {

ExactPair exact_pair(const HiddenPair& pair) {
  return {pair, std::sqrt((1 - pair.rho) * (1 + pair.rho))};
}

// (sw x, sa) and (sw y, sa) span the area sw^4 (|x|^2 |y|^2 - (x'y)^2) + sw^2 sa^2 |x - y|^2, squared, and x and y that of x
// and of the part of y - x across it.
ExactPair exact_pair(const Distortion& d, const Vector& x, const Vector& y) {
  const RecordPair records = record_pair(x, y);
  require(std::isfinite(records.square_x) && std::isfinite(records.square_y),
          "the records hold numbers above about 1e154, which have no squares; divide both by a power of ten");
  ExactPair out = exact_pair(hidden_pair(d, records));
  const double size = out.pair.sd_x * out.pair.sd_y;
  if (size <= 0) return out;
  const Vector apart = y - x;
  const Vector across = records.square_x > 0 ? Vector(apart - (apart.dot(x) / records.square_x) * x) : apart;
  const double area = std::hypot(d.sw * std::sqrt(records.square_x) * across.norm(), d.sa * apart.norm());
  out.sine = std::min(1.0, d.sw * area / size);
  return out;
}

}  // namespace guise::theory
