// SPDX-License-Identifier: Apache-2.0
// What to do about a grade: the cheapest change that could lift it, from a closed form where there is one.
#pragma once
#include <optional>
#include <string>

#include "attacks/knowledge.h"
#include "audit/grade.h"

namespace guise::audit {

/// The factor on the variances of the noise with which a linear guess no longer succeeds in any column; nothing where the mask
/// is not noise on the originals' own columns.
std::optional<double> noise_to_resist(const attacks::Knowledge& known, const stats::Moments& truth,
                                      const stats::Moments& release, const Thresholds& thresholds);

/// The same mask with so many times the variance of its noise, in two digits that hide at least as much; empty where it has
/// more than one step, or none whose size is a number.
std::string with_more_noise(const std::string& mask, double factor);

/// One or two sentences, with settings as ‘keys’.
std::string next_step(Grade grade, const MaskResult& mask, const Result& audit);

}  // namespace guise::audit
