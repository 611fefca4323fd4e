// SPDX-License-Identifier: Apache-2.0
// Exchanges and mirrors of columns that leave the distribution of a table as it is. Behind a secret rotation, a guess and the
// same guess with such columns exchanged or mirrored fit equally well: no attack without pairs can tell them apart.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

struct SampleSymmetry {
  /// From centred columns to their mean over all exchanges and mirrors that are open, which is the best guess in squared error.
  Matrix keep;
  double kept = 1;              ///< mean over the columns of the share of their variance that this guess explains
  std::vector<Index> mirrored;  ///< columns that may be mirrored
  std::vector<std::pair<Index, Index>> swaps;  ///< columns that may change places, one of them mirrored or neither

  bool none() const { return mirrored.empty() && swaps.empty(); }
  std::string note() const;  ///< columns counted from 1; empty where none is open
};

/// An exchange is open where no mean of an odd function of it (of single columns, and of one column with another) differs from
/// 0, by paired t tests at 1 % together. `scaled`: columns may have been rescaled, so that exchanged ones may differ in size.
SampleSymmetry sample_symmetry(const Matrix& sample, bool scaled);

}  // namespace guise::attacks
