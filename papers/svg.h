// SPDX-License-Identifier: Apache-2.0
// Plots as SVG text: white background, legend between title and axes so that it never covers data.
#pragma once
#include <string>
#include <string_view>

#include "papers/plot.h"

namespace guise::papers {

std::string svg(const Plot& plot);

/// & < > " replaced, for SVG and HTML.
std::string escaped(std::string_view text);

}  // namespace guise::papers
