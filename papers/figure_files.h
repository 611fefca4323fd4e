// SPDX-License-Identifier: Apache-2.0
// Plots for other programs: the numbers as CSV, and a page of PDF that looks like the SVG.
#pragma once
#include <string>

#include "papers/plot.h"

namespace guise::papers {

/// A line for every point: series, x, y.
std::string csv(const Plot& plot);

/// One page of the size of the drawing, with text as text (Helvetica, which every reader has).
std::string pdf(const Plot& plot);

}  // namespace guise::papers
