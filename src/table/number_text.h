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

/// Kept columns of a table of numbers, as text.
std::vector<TextColumn> number_columns(const Matrix& values);

}  // namespace guise::table
