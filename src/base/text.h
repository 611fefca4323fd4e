// SPDX-License-Identifier: Apache-2.0
// Text for people on a terminal: what is safe to print, widths of UTF-8, shortening, wrapping.
#pragma once
#include <string>
#include <string_view>

namespace guise {

inline constexpr std::size_t kTerminal = 80;  ///< columns that everything printed fits in

/// The text with whatever a terminal would obey written out: control characters and escapes, marks that turn the direction of
/// writing, invisible characters, bytes that are no UTF-8 ("\\x1b", "\\u202e"). Names in files may hold all of these.
/// shorten and wrap do it to what they are given; JSON is never changed.
std::string printable(std::string_view text);
/// The same for a whole text: the ends of lines stay.
std::string printable_lines(std::string_view text);

/// Columns a UTF-8 text takes on a terminal: 2 for wide East Asian characters, 1 for a byte that is no UTF-8.
std::size_t text_width(std::string_view text);

/// The printable text, or its beginning and an ellipsis where it is wider.
std::string shorten(std::string_view text, std::size_t width);

/// The printable text in lines of at most kTerminal columns, each ended by a newline; the first one indented by `first_indent`,
/// the others by `indent`. A word that is too long for a line is broken after a comma, or where the line ends.
std::string wrap(std::string_view text, std::size_t indent = 0, std::size_t first_indent = 0);

}  // namespace guise
