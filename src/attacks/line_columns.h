// SPDX-License-Identifier: Apache-2.0
// Columns of a secret matrix from the lines on which records of sparse attributes lie. A line tells the direction; the values
// along it, set beside those of an attribute in a sample of other people, tell whose it is, its sign and its scale.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"
#include "stats/whitening.h"

namespace guise::attacks {

struct LineColumns {
  Matrix map;    ///< released columns x attributes
  double share;  ///< of the records looked at, how many lie on a line
  std::vector<std::string> notes;
};

/// Nothing when too few records lie on lines. `white` is the whitening of the release.
std::optional<LineColumns> columns_from_lines(const Matrix& released, const stats::Whitening& white, const Matrix& sample,
                                              const random::Rng& rng);

}  // namespace guise::attacks
