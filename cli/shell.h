// SPDX-License-Identifier: Apache-2.0
// Commands that are printed to be pasted.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace guise::cli {

/// An argument as a shell reads it back: bare where that is safe, else in quotes.
std::string shell_word(std::string_view argument);

/// Words joined to a command, on lines of at most 80 columns that a shell reads as one: broken between words, and within one
/// after commas. `before`: text that stands on the first line already.
std::string command_line(std::string_view before, const std::vector<std::string>& words);

}  // namespace guise::cli
