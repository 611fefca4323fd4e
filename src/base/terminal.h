// SPDX-License-Identifier: Apache-2.0
// How wide texts for people are.
#pragma once
#include <cstddef>

namespace guise {

/// Columns that wrap() and tables fill: 80 unless a program has asked its terminal.
std::size_t terminal_width();
/// Called once, before anything is printed. Narrower than 80 columns, or wider than 132, no text is set.
void set_terminal_width(std::size_t columns);

}  // namespace guise
