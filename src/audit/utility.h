// SPDX-License-Identifier: Apache-2.0
// What stays useful: the same mining task on a release and on its originals.
#pragma once
#include <string>

#include "audit/spread.h"

namespace guise::audit {

struct Utility {
  std::string name;     ///< "correlation"
  std::string summary;  ///< what the value is, in words
  Spread value;         ///< over the keys; NaN where the mask destroys what the task needs
  /// The same figure on a bootstrap of the originals, and on originals whose columns were shuffled; NaN where there is none.
  double ceiling, floor;
  std::string note = {};  ///< why there is no value

  /// Where the value lies between floor (0) and ceiling (1), cut off at both ends; NaN without a value.
  double kept() const;
};

}  // namespace guise::audit
