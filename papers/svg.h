// SPDX-License-Identifier: Apache-2.0
// Plots as SVG text: white background, legend between title and axes so that it never covers data.
#pragma once
#include <string>

#include "papers/plot.h"

namespace guise::papers {

std::string svg(const Plot& plot);

}  // namespace guise::papers
