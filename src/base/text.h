// SPDX-License-Identifier: Apache-2.0
// Text for people on a terminal: widths of UTF-8, shortening, wrapping.
#pragma once
#include <string>
#include <string_view>

namespace guise {

inline constexpr std::size_t kTerminal = 80;  ///< columns that everything printed fits in

/// Columns a UTF-8 text takes on a terminal: 2 for wide East Asian characters, 1 for a byte that is no UTF-8.
std::size_t text_width(std::string_view text);

/// The text, or its beginning and an ellipsis where it is wider.
std::string shorten(std::string_view text, std::size_t width);

/// Lines of at most kTerminal columns, each ended by a newline; the first one indented by `first_indent`, the others by
/// `indent`. A word that is too long for a line is broken after a comma, or where the line ends.
std::string wrap(std::string_view text, std::size_t indent = 0, std::size_t first_indent = 0);

}  // namespace guise
