// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "mining/task.h"

namespace guise::mining {

/// Coefficients with standard errors: distance in those of the truth, agreement of signs, overlap of 95 % intervals; of every
/// estimate of the release against the first of the truth. Of mixtures, which have coefficients of their own, the fit alone.
std::vector<Agreement> compare_coefficients(const Mined& truth, const Mined& release);

}  // namespace guise::mining
