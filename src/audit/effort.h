// SPDX-License-Identifier: Apache-2.0
// How much an audit does: what each attack would take to learn is estimated first, and what takes too long is left out and
// named.
#pragma once
#include <string_view>

#include "attacks/attack.h"

namespace guise::audit {

enum class Effort {
  quick,   ///< attacks of a second or two, no break-points
  normal,  ///< attacks of up to ten minutes
  full     ///< all of them
};
std::string_view effort_name(Effort effort);
Effort parse_effort(std::string_view name);  ///< throws an Error with the nearest name

/// Seconds that one core takes, roughly, to learn this attack from a release with so many sampled records and columns.
double estimated_seconds(const attacks::Attack& attack, double records, double columns);

/// An attack that takes longer is left out.
double most_seconds(Effort effort);

}  // namespace guise::audit
