// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/terminal.h"

namespace guise {
namespace {

struct Character {
  std::size_t bytes, width;
  std::uint32_t code = 0;
  bool valid = false;  // UTF-8, in the shortest form
};

/// East Asian wide characters and emoji, by the blocks they fill (Unicode Standard Annex 11).
bool is_wide(std::uint32_t code) {
  return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xAC00 && code <= 0xD7A3) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
         (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1F64F) || (code >= 0x1F900 && code <= 0x1F9FF) ||
         (code >= 0x20000 && code <= 0x3FFFD);
}

Character first_character(std::string_view text) {
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // of that many bytes
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {1, 1, lead, lead < 0x80};
  std::uint32_t code = lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {1, 1, lead, false};
    code = code << 6 | (next & 0x3Fu);
  }
  if (lead > 0xF4 || code < least[bytes] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {1, 1, lead, false};
  return {bytes, is_wide(code) ? 2u : 1u, code, true};
}

/// What a terminal obeys, or shows nothing of: controls, marks of direction, breaks of lines, characters without width. Joiners
/// (200C, 200D) stay: some scripts are written with them.
bool is_obeyed(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD || code == 0x61C || code == 0x180E || code == 0x200B ||
         code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
         code == 0xFEFF || (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE0FFF);
}

std::string written_out(const Character& character) {
  if (character.valid && character.code == '\n') return "\\n";
  if (character.valid && character.code == '\t') return "\\t";
  if (character.valid && character.code >= 0x80) return fmt::format("\\u{:04x}", character.code);
  return fmt::format("\\x{:02x}", character.code);
}

/// Bytes of the beginning that fits.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Character next = first_character(text.substr(bytes));
    if (next.width > width) break;
    width -= next.width;
    bytes += next.bytes;
  }
  return bytes;
}

/// Bytes of a word that go on a line with `room` columns left, where the whole does not fit on a line of its own.
std::size_t piece(std::string_view word, std::size_t room) {
  const std::size_t most = fitting(word, room), comma = word.substr(0, most).rfind(',');
  return comma == std::string_view::npos ? std::max<std::size_t>(most, 1) : comma + 1;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character next = first_character(text);
    if (!next.valid || is_obeyed(next.code))
      out += written_out(next);
    else
      out += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find('\n'), text.size());
    out += printable(text.substr(0, end));
    if (end < text.size()) out += '\n';
  }
  return out;
}

std::size_t text_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    width += next.width;
    text.remove_prefix(next.bytes);
  }
  return width;
}

std::string shorten(std::string_view text, std::size_t width) {
  const std::string shown = printable(text);
  if (text_width(shown) <= width) return shown;
  return shown.substr(0, fitting(shown, width - 1)) + "…";
}

std::string wrap(std::string_view raw, std::size_t indent, std::size_t first_indent) {
  const std::string shown = printable(raw);
  std::string_view text = shown;
  std::string out(first_indent, ' ');
  std::size_t column = first_indent;
  bool fresh = true;  // nothing stands on the line yet
  const auto new_line = [&] {
    while (out.ends_with(' ')) out.pop_back();
    out += '\n';
    out.append(indent, ' ');
    column = indent;
    fresh = true;
  };
  while (!text.empty()) {
    std::size_t end = text.find(' ');
    if (end != text.npos && text.substr(end).starts_with(" %")) end = text.find(' ', end + 1);  // a number keeps its sign
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (fresh && word.empty()) continue;
    if (!fresh && column + 1 + text_width(word) > terminal_width()) new_line();
    if (!fresh) {
      out += ' ';
      ++column;
    }
    while (column + text_width(word) > terminal_width()) {
      const std::size_t bytes = piece(word, terminal_width() - column);
      out.append(word.substr(0, bytes));
      word.remove_prefix(bytes);
      new_line();
    }
    out.append(word);
    column += text_width(word);
    fresh = false;
  }
  return out + '\n';
}

}  // namespace guise
