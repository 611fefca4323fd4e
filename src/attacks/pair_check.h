// SPDX-License-Identifier: Apache-2.0
// Whether known pairs can be what they are said to be.
#pragma once
#include <string>

#include "attacks/knowledge.h"

namespace guise::attacks {

/// Why the pairs are not believed, empty when they are: the card says that the mask keeps distances, and two of them are
/// farther apart or nearer as released than as originals, by more than noise and rounding do. They are in another order, or of
/// another release.
std::string why_not_pairs(const Knowledge&);

}  // namespace guise::attacks
