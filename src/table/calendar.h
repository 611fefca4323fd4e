// SPDX-License-Identifier: Apache-2.0
// Days and seconds as foreign files count them, in ISO form.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace guise::table {

/// Days from 1970-01-01 to the day from which a kind of file counts.
inline constexpr std::int64_t kStataDays = -3653;       ///< 1960-01-01, as of SAS
inline constexpr std::int64_t kSpssDays = -141428;      ///< 1582-10-14
inline constexpr std::int64_t kExcelDays = -25569;      ///< 1899-12-30, right from 1900-03-01 on
inline constexpr std::int64_t kExcel1904Days = -24107;  ///< 1904-01-01

/// "2026-03-01", of days since 1970-01-01; nothing outside of the years 1 to 9999.
std::optional<std::string> iso_date(double days);
/// "2026-03-01 12:00:00", of seconds since 1970-01-01, with milliseconds where there are any.
std::optional<std::string> iso_time_stamp(double seconds);

bool is_iso_date(std::string_view text);        ///< "2026-03-01"
bool is_iso_time_stamp(std::string_view text);  ///< "2026-03-01 12:00:00" or with a T, seconds and parts of them as may be

}  // namespace guise::table
