// SPDX-License-Identifier: Apache-2.0
#include "base/terminal.h"

#include <algorithm>

#include "base/text.h"

namespace guise {
namespace {

constexpr std::size_t kWidest = 132;  // longer lines are hard to read
std::size_t width = kTerminal;

}  // namespace

std::size_t terminal_width() {
  return width;
}

void set_terminal_width(std::size_t columns) {
  width = std::clamp(columns, kTerminal, kWidest);
}

}  // namespace guise
