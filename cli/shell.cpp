// SPDX-License-Identifier: Apache-2.0
#include "cli/shell.h"

#include <algorithm>

#include "base/terminal.h"
#include "base/text.h"

namespace guise::cli {
namespace {

bool is_safe(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0 ||
         std::string_view("_./,:=+-%@").find(c) != std::string_view::npos;
}

/// The parts of a word that may stand on lines of their own. Within single quotes a shell joins no lines.
std::vector<std::string_view> parts_of(std::string_view word) {
  std::vector<std::string_view> parts;
  while (word.starts_with('\'') == false && word.find_first_of(", ") < word.size() - 1) {
    const std::size_t end = word.find_first_of(", ") + 1;
    parts.push_back(word.substr(0, end));
    word.remove_prefix(end);
  }
  parts.push_back(word);
  return parts;
}

}  // namespace

std::string shell_word(std::string_view argument) {
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), is_safe)) return std::string(argument);
  if (argument.find_first_of("\"$`\\!") == std::string_view::npos) return '"' + std::string(argument) + '"';
  std::string out = "'";
  for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string command_line(std::string_view before, const std::vector<std::string>& words) {
  std::string out(before);
  std::size_t column = text_width(before);
  for (std::size_t w = 0; w < words.size(); ++w) {
    bool first = true;  // part of the word
    for (const std::string_view part : parts_of(words[w])) {
      const std::size_t space = first && w > 0 ? 1 : 0, width = text_width(part);
      if (column + space + width + 2 > terminal_width() && (w > 0 || !first)) {  // 2: " \" at the end
        out += first ? " \\\n  " : "\\\n";
        column = first ? 2 : 0;
      } else {
        out.append(space, ' ');
        column += space;
      }
      out.append(part);
      column += width;
      first = false;
    }
  }
  return printable_lines(out) + '\n';
}

}  // namespace guise::cli
