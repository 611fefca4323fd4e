// SPDX-License-Identifier: Apache-2.0
// Break-points: what each further known record buys.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "audit/spread.h"

namespace guise::audit {

enum class Status { succeeded, resisted, undecided, not_assessed };

struct CurvePoint {
  std::int64_t count;  ///< known records; 0: the outsider
  std::string attack;  ///< the worst; empty where nothing could be assessed
  Spread gets;         ///< share of the variance recovered once units are known
  Status status;
};

struct Curve {
  std::string known;  ///< kind of the attacker: pairs, population
  std::vector<CurvePoint> points;
};

}  // namespace guise::audit
