// SPDX-License-Identifier: Apache-2.0
#include "stats/serial.h"

#include <cmath>
#include <cstdlib>

namespace guise::stats {

double autocorrelation(const Vector& values, Index lag) {
  lag = std::abs(lag);
  if (values.size() <= lag) return 0;
  const Vector centred = values.array() - values.mean();
  const double power = centred.squaredNorm();
  const double magnitude = values.squaredNorm();
  if (power <= 1e-28 * magnitude) return 0;  // constant up to the rounding of its mean
  return centred.head(values.size() - lag).dot(centred.tail(values.size() - lag)) / power;
}

}  // namespace guise::stats
