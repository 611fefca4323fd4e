// SPDX-License-Identifier: Apache-2.0
// What steps check before they rely on statistics learnt from the table.
#pragma once
#include <string_view>

#include "masks/step.h"

namespace guise::masks {

inline constexpr std::string_view kVoidsCertificate = "estimated from the data, so no formal guarantee applies";

/// Variances (population form) of `moments`, each above 0 and finite; otherwise refuses with the column and `consequence`, e.g.
/// "it would be released unchanged".
Vector varying(const StepInput& input, const stats::Moments& moments, std::string_view consequence);

}  // namespace guise::masks
