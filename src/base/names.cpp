// SPDX-License-Identifier: Apache-2.0
#include "base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace guise {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view given, std::span<const std::string_view> accepted) {
  std::string_view best;
  // Farther than this was not meant; of two letters one must be right.
  std::size_t least = given.size() <= 2 ? 2 : std::max<std::size_t>(2, given.size() / 2) + 1;
  for (const std::string_view name : accepted) {
    const bool prefix = given.size() >= 2 && name.starts_with(given);
    const std::size_t distance = prefix ? 1 : edit_distance(given, name);
    if (distance < least && distance < std::max(given.size(), name.size())) {
      least = distance;
      best = name;
    }
  }
  return std::string(best);
}

std::string did_you_mean(std::string_view given, std::span<const std::string_view> accepted) {
  const std::string name = nearest_name(given, accepted);
  return name.empty() ? "" : fmt::format("; did you mean '{}'?", name);
}

std::string enumerate(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string enumerate(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20, shown = 10;  // columns of wide tables are not listed one by one
  if (names.size() > most)
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + shown, ", "), names.size() - shown);
  return enumerate(std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace guise
