// SPDX-License-Identifier: Apache-2.0
// Passes of a task over its records that can be run in stages (table/passes.h).
#pragma once
#include "mining/data.h"
#include "stats/forms.h"
#include "stats/ordered_merge.h"
#include "table/passes.h"

namespace guise::mining {

/// As scan(). `name` says what is gathered, `sums` is where.
void gather_pass(const Data& data, std::string_view name, const table::Sums& sums,
                 const std::function<void(const Batch&)>& visit);

}  // namespace guise::mining
