// SPDX-License-Identifier: Apache-2.0
// Text in CSV files.
#pragma once
#include <string>
#include <string_view>

namespace guise::table {

/// Appends a field, in quotes where it would be read as something else without.
inline void append_field(std::string& out, std::string_view text, char delimiter) {
  const bool special = text.empty() || text.front() == ' ' || text.back() == ' ' ||
                       text.find_first_of(std::string{delimiter, '"', '\n', '\r'}) != std::string_view::npos;
  if (!special) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace guise::table
