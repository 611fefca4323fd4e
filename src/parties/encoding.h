// SPDX-License-Identifier: Apache-2.0
// The text of the files that parties exchange: lines in a fixed order, base64, hexadecimal digits. Internal to parties/.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace guise::parties {

using Bytes64 = std::array<std::uint8_t, 64>;

std::string to_base64(std::span<const std::uint8_t> bytes);
/// Exactly as many bytes as `out` has, in the one way to write them; false otherwise.
bool read_base64(std::string_view text, std::span<std::uint8_t> out);
bool read_hex(std::string_view text, std::span<std::uint8_t> out);

/// Takes a text apart, line by line. Every line has its end.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  /// The rest of the next line if it begins with `name`, else nothing.
  std::optional<std::string_view> take(std::string_view name);
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// Sixteen hexadecimal digits that tell a damaged text, not a forged one.
std::string check_of(std::string_view text);
/// What stands before the last line, if that is "check=" and fits it; else nothing.
std::optional<std::string_view> checked(std::string_view text);

}  // namespace guise::parties
