// SPDX-License-Identifier: Apache-2.0
// A release in the originals' own columns, as the attack on columns in clear reads it: as it stands, or through the inverse of
// the matrix that known pairs show.
#pragma once
#include <optional>

#include "attacks/attack.h"

namespace guise::attacks {

struct SideReading {
  std::optional<linalg::RecordMap> back = {};  ///< from released records to x + noise; absent: as they stand
  Vector mean;                                 ///< of the records so read
  Matrix covariance;
  std::optional<Matrix> noise = {};  ///< covariance of the noise in them; absent: not known

  Matrix of(const MatrixRef& released) const;
};

/// Or the reason why the release cannot be read so.
struct SideReadingOutcome {
  std::optional<SideReading> reading = {};
  std::string reason = {};
};
SideReadingOutcome side_reading(const Evidence& evidence, const Knowledge& known);

}  // namespace guise::attacks
