// SPDX-License-Identifier: Apache-2.0
// The masks that an audit compares when none is named: one of each common kind. docs/audit.md, "Without a mask".
#pragma once
#include <string>
#include <vector>

namespace guise::audit {

/// For a table of so many columns: a single one cannot be mixed with others.
std::vector<std::string> standard_masks(std::size_t columns);

}  // namespace guise::audit
