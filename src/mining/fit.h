// SPDX-License-Identifier: Apache-2.0
// Whether a task can be carried out on a release at all: known from the card, before there is one.
#pragma once
#include "mining/task.h"

namespace guise::mining {

/// Refuses a release that does not have what the task needs, with the reason.
void require_fit(const Task& task, const Data& data);

}  // namespace guise::mining
