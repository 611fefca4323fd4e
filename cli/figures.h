// SPDX-License-Identifier: Apache-2.0
// Figures of a comparison as text.
#pragma once
#include <string>
#include <vector>

#include "measures/comparison.h"

namespace guise::cli {

/// The headline figures, a row per attribute and one for all together; 80 columns.
std::string figure_table(const measures::Comparison& comparison, const std::vector<std::string>& columns);

}  // namespace guise::cli
