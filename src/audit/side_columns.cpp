// SPDX-License-Identifier: Apache-2.0
#include "audit/side_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "stats/side_parts.h"
#include "table/number_text.h"

namespace guise::audit {
namespace {

// Digits that a double holds exactly: of a year, a month, a day, an hour, a minute and a second.
constexpr std::size_t kMostDigits = 14;

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// 2019-01-15 or 15.01.2019, with or without a time after it, as 20190115: in the order of time.
std::optional<double> date_number(std::string_view text) {
  const auto digits = [&](std::size_t first, std::size_t count) {
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first),
                       text.begin() + static_cast<std::ptrdiff_t>(first + count), is_digit);
  };
  const auto apart = [&](std::size_t one, std::size_t other) {
    return text[one] == text[other] && (text[one] == '-' || text[one] == '.' || text[one] == '/');
  };
  if (text.size() < 10) return {};
  std::string number;
  if (digits(0, 4) && apart(4, 7) && digits(5, 2) && digits(8, 2))
    number.append(text.substr(0, 4)).append(text.substr(5, 2)).append(text.substr(8, 2));
  else if (digits(0, 2) && apart(2, 5) && digits(3, 2) && digits(6, 4))
    number.append(text.substr(6, 4)).append(text.substr(3, 2)).append(text.substr(0, 2));
  else
    return {};
  for (const char letter : text.substr(10)) {
    if (is_digit(letter) && number.size() < kMostDigits) number += letter;
  }
  number.resize(kMostDigits, '0');
  return std::stod(number);
}

/// 0 of what is neither a letter nor a digit.
std::uint64_t place_of(char letter) {
  if (is_digit(letter)) return static_cast<std::uint64_t>(letter - '0') + 1;
  const char small = static_cast<char>(letter | 0x20);
  return small >= 'a' && small <= 'z' ? static_cast<std::uint64_t>(small - 'a') + 11 : 0;
}

}  // namespace

std::vector<bool> kept_categories(const table::Table& table, const std::vector<std::string>& kept) {
  const std::vector<std::string> numeric = table.schema().numeric();
  std::vector<bool> out;
  for (const std::string& name : kept) out.push_back(std::find(numeric.begin(), numeric.end(), name) == numeric.end());
  return out;
}

double category_number(std::string_view text) {
  if (const std::optional<double> date = date_number(text)) return *date;
  std::uint64_t order = 0, hash = 0xcbf29ce484222325U;  // FNV-1a
  int places = 0;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    const std::uint64_t place = place_of(letter);
    if (place == 0) continue;
    if (places < stats::kTextPlaces)
      order = order * stats::kTextBase + place, ++places;
    else
      order += place - order % stats::kTextBase;
  }
  for (; places < stats::kTextPlaces; ++places) order *= stats::kTextBase;
  // FNV leaves what the last letters add in the low bits; splitmix64 (Steele et al. 2014) spreads it.
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return static_cast<double>((order << stats::kTextDigestBits) + (hash >> (64 - stats::kTextDigestBits)));
}

void take_side(table::Chunk& chunk, const std::vector<bool>& category) {
  const Index side = std::ssize(category), read = chunk.values.cols();
  if (side == 0) return;
  chunk.values.conservativeResize(Eigen::NoChange, read + side);
  for (Index j = 0; j < side; ++j) {
    const table::TextColumn& column = chunk.kept[static_cast<std::size_t>(j)];
    for (Index i = 0; i < chunk.records(); ++i) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (column.null[static_cast<std::size_t>(i)] == 0) {
        const std::string_view text = table::text_at(column, i);
        value = category[static_cast<std::size_t>(j)] ? category_number(text) : table::read_number(text).value_or(value);
      }
      chunk.values(i, read + j) = value;
    }
  }
  chunk.kept.clear();
}

}  // namespace guise::audit
