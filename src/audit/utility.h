// SPDX-License-Identifier: Apache-2.0
// What stays useful: the same mining task on a release and on its originals.
#pragma once
#include <string>
#include <vector>

#include "audit/spread.h"

namespace guise::audit {

struct Utility {
  std::string name;     ///< "correlation"
  std::string summary;  ///< what the value is, in words
  Spread value;         ///< typical of the keys; NaN where the mask destroys what the task needs
  /// The same figure on a bootstrap of the originals (on the originals themselves for what is said of single records), and on
  /// originals whose columns were shuffled; NaN where there is none.
  double ceiling, floor;
  std::string note = {};  ///< why there is no value, or no floor

  /// Where the value lies between floor (0) and ceiling (1), cut off at both ends; NaN without a value.
  double kept() const;
};

/// Rows of name, share kept, value, ceiling and floor, or of name and note; 80 columns. Empty without figures.
std::string utility_table(const std::vector<Utility>& figures);
inline constexpr const char* kUtilityLegend =
    "utility kept: 100 % is as good as the originals, or as another sample of them (best), 0 % as bad as shuffled columns "
    "(worst).";

}  // namespace guise::audit
