// SPDX-License-Identifier: Apache-2.0
// Units learnt from the data: (x - mean) / standard deviation, before anything secret. They are on no card, but whoever has
// moments of the originals has them too, nearly: what is known is brought to these units, the attack runs in them, and its
// guesses are brought back.
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

/// What is known of units that the mask learnt from the data.
struct StandardUnits {
  Vector center, scale;                   ///< 0 and 1 where they are not known
  bool complete = false;                  ///< they are known of every attribute
  std::optional<UnitErrors> errors = {};  ///< where they are estimates
};

/// From told moments, a sample of other people, columns that are known of every record; nothing where none of them tells any.
std::optional<StandardUnits> standard_units(const Evidence&, const Knowledge&);

/// What is known, with originals in these units. Complete, they are no longer learnt ones; else only consistent.
Knowledge in_units(Knowledge known, const StandardUnits&);
Evidence in_units(Evidence evidence, const Knowledge& known, const StandardUnits&);

/// Guesses in the originals' own units again.
Reconstruction in_original_units(Reconstruction inner, const StandardUnits&, const std::vector<Index>& known_columns);

/// What is missing, where originals are in units that are not known.
extern const std::string_view kUnitsMissing;

}  // namespace guise::attacks
