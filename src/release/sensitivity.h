// SPDX-License-Identifier: Apache-2.0
// How far one record can move what reaches a step of a mask, from the public card and, where a matrix is secret, from who has
// it.
#pragma once
#include <limits>
#include <string>

#include "base/card.h"
#include "base/matrix.h"
#include "stats/step_secret.h"

namespace guise::release {

/// Of all records there could be, as they reach a step: infinite where nothing bounds them.
struct Reach {
  Index columns;
  double diameter = std::numeric_limits<double>::infinity();  ///< the largest distance between two
  double length = std::numeric_limits<double>::infinity();    ///< the largest distance from 0
  Vector center = {};        ///< of a ball with this diameter that holds them all; empty where it is not public
  std::string unknown = {};  ///< why they are not bounded any more although they were, as the end of a sentence
};

/// What leaves a step, which states its effect, that takes each record by itself and adds no noise. Bounds hold for every key;
/// a secret makes them sharper, or finite.
Reach after_step(const Reach& before, const StepCard& step, const stats::StepSecret& secret);

}  // namespace guise::release
