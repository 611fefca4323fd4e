// SPDX-License-Identifier: Apache-2.0
// The noise as an attack sees it that takes one attribute at a time.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "attacks/attack.h"

namespace guise::attacks {

/// Standard deviation of the noise of each attribute.
inline Vector noise_sd(const Knowledge& known) {
  return known.noise_covariance->diagonal().cwiseMax(0).cwiseSqrt();
}

inline Vector noise_mean(const Knowledge& known, Index attributes) {
  return known.noise_mean ? *known.noise_mean : Vector(Vector::Zero(attributes));
}

/// The law, or gaussian with a note when it is not known.
inline random::Law noise_law(const Knowledge& known, std::vector<std::string>& notes) {
  if (!known.noise_law) notes.push_back("law of the noise not known: taken as gaussian");
  return known.noise_law.value_or(random::Law::gaussian);
}

}  // namespace guise::attacks
