// SPDX-License-Identifier: Apache-2.0
// Cards of before 0.2.0 name their steps and do not state effects. This is the only place outside of masks/ that knows steps by
// name; tests/architecture/layers.py looks for others.
#pragma once
#include <vector>

#include "base/card.h"

namespace guise::release {

/// All steps of a card, each with its effect: as the card states it, else from name and text of an older card's step. A name
/// that no older guise wrote stays unstated.
std::vector<StepCard> steps_of(const Card& card);

/// Whether the step is (x - center) / scale in each column, public or computed from the data.
bool changes_units(const StepCard& step);

}  // namespace guise::release
