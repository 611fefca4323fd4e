// SPDX-License-Identifier: Apache-2.0
// Numbers in arguments.
#pragma once
#include <charconv>
#include <optional>
#include <string_view>

namespace guise::jobs {

/// The number that the whole text spells.
inline std::optional<double> as_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace guise::jobs
