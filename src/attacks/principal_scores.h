// SPDX-License-Identifier: Apache-2.0
// A release whose columns are the first principal scores of the originals, as wide tables are often reduced: its columns do not
// correlate, and are as long as the leading axes of a sample of other people, or all equally long.
#pragma once
#include <optional>

#include "attacks/attack.h"
#include "attacks/principal_axes.h"

namespace guise::attacks {

/// Both tables along these axes: originals about their mean in units of `unit`, released columns about theirs times `length`.
struct ScoreAxes {
  Vector unit, length;
  Axes sample, release;
};

/// Nothing where the release does not look like principal scores.
std::optional<ScoreAxes> principal_scores(const Evidence& evidence, const Matrix& sample);

}  // namespace guise::attacks
