// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "audit/look.h"

namespace guise::audit {

/// Fills in closer looks at the worst attacks, the records they expose most, and what each further known record would buy.
void add_details(Result& result, const table::Table& originals, const LookedAt& at, const Plan& plan);

}  // namespace guise::audit
