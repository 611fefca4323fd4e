// SPDX-License-Identifier: Apache-2.0
// What a plan means for guise's masks and tasks.
#pragma once
#include <optional>
#include <string>

#include "parties/joint_units.h"
#include "parties/project_plan.h"
#include "random/key.h"

namespace guise::projects {

/// The whole mask: the change of units in front of the plan's own. Without the units that owners have yet to find, that of
/// each owner's table stands for it.
std::string mask_of(const parties::ProjectPlan& plan, const std::optional<parties::JointUnits>& units);
/// The label of sums over records: the session; empty where the mask makes none.
std::string round_of(const parties::ProjectPlan& plan, const std::string& mask);
/// Refuses masks and tasks that guise does not have, and masks that cannot be mined together.
void check_meaning(const parties::ProjectPlan& plan);
/// Of all secret matrices that this mask draws from the shared half of the key for the plan's first columns, keyed by it.
Bytes32 matrix_hash(const parties::ProjectPlan& plan, const std::string& mask, const random::Key& key);

}  // namespace guise::projects
