// SPDX-License-Identifier: Apache-2.0
// Numbers as text and back, exactly.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "table/chunk.h"

namespace guise::table {

/// Room that any number written by write_number takes.
constexpr std::size_t kNumberText = 32;

/// Writes the shortest digits that read back as the same double, and returns the place behind them. At least kNumberText bytes
/// of room are needed.
char* write_number(char* out, double x);
/// The same for a double that is a whole number below 2^63: no exponent.
char* write_integer(char* out, double x);

/// A number as people write it: spaces around it, a leading '+', any notation. Empty, NA, N/A, NaN, null and ? give NaN;
/// anything else gives nothing.
std::optional<double> read_number(std::string_view text);

/// 2^53: below it a double holds every whole number.
constexpr double kAllWhole = 9007199254740992.0;

/// Whether `text`, which reads as x, is a whole number that x cannot hold and that no program prints for x: neither all digits
/// of x nor its shortest ones. 18446744073709551615 is one; 98765432109876540 is how x = 98765432109876544 may be printed.
bool is_rounded_integer(std::string_view text, double x);

/// Kept columns of a table of numbers, as text.
std::vector<TextColumn> number_columns(const Matrix& values);

}  // namespace guise::table
