// SPDX-License-Identifier: Apache-2.0
// All figures of utility of an audit.
#pragma once
#include "audit/passes.h"

namespace guise::audit {

/// For every mask, a line per figure over its keys. `pass` has the moments of the whole table; the rest is mined in a keyed
/// sample, so that the cost does not grow with the table.
std::vector<std::vector<Utility>> utilities(const table::Table& originals, const Request& request, const Variants& variants,
                                            const FirstPass& pass, const random::Rng& rng);

}  // namespace guise::audit
