// SPDX-License-Identifier: Apache-2.0
// Scale and perturb, which several vendors build on: Fuchsbauer, Ghosal, Hauke and O'Neill, "Approximate
// Distance-Comparison-Preserving Symmetric Encryption" (SCN 2022), figure 3.
#pragma once
#include "masks/preset.h"

namespace guise::masks::presets {

extern const std::span<const Param> scale_and_perturb_params;

/// c = s m + λ, λ drawn evenly from the ball of radius s β / 4; as steps of guise s (m + λ'), λ' from the ball of radius β / 4.
std::string scale_and_perturb(const Params& given);

}  // namespace guise::masks::presets
