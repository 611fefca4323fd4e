// SPDX-License-Identifier: Apache-2.0
#include "table/calendar.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace guise::table {
namespace {

constexpr double kDay = 86400;
constexpr double kFirst = -719162, kLast = 2932896;  // 0001-01-01 and 9999-12-31

}  // namespace

std::optional<std::string> iso_date(double days) {
  if (!(days >= kFirst && days < kLast + 1)) return {};
  const std::chrono::year_month_day day(std::chrono::sys_days(std::chrono::days(static_cast<int>(std::floor(days)))));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

std::optional<std::string> iso_time_stamp(double seconds) {
  const double milliseconds = std::round(seconds * 1000);
  const double day = std::floor(milliseconds / (1000 * kDay));
  const auto date = iso_date(day);
  if (!date) return {};
  const auto rest = static_cast<std::int64_t>(milliseconds - day * 1000 * kDay);
  std::string out = fmt::format("{} {:02}:{:02}:{:02}", *date, rest / 3'600'000, rest / 60'000 % 60, rest / 1000 % 60);
  if (rest % 1000 != 0) out += fmt::format(".{:03}", rest % 1000);
  return out;
}

namespace {

bool fits(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (pattern[i] == '0' ? !digit : text[i] != pattern[i] && !(pattern[i] == ' ' && text[i] == 'T')) return false;
  }
  return true;
}

}  // namespace

bool is_iso_date(std::string_view text) {
  return text.size() == 10 && fits(text, "0000-00-00");
}

bool is_iso_time_stamp(std::string_view text) {
  if (!fits(text, "0000-00-00 00:00")) return false;
  return text.find_first_not_of("0123456789:.", 16) == std::string_view::npos;
}

}  // namespace guise::table
