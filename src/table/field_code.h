// SPDX-License-Identifier: Apache-2.0
// Fields of kept columns as bytes that are the same in every file format: a number by its value, a text by its letters.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace guise::table {

/// 0.
void append_missing_code(std::string& out);
/// 1 and the 8 bytes of the double, little endian; -0 as 0. What is not finite is its text: nan, inf, -inf.
void append_number_code(std::string& out, double x);
/// A number as above where its double says the same decimal number, so that 7, 7.0 and 007 are one and 2^53 + 1 stays what it
/// is. Otherwise 2, the number of bytes as 4, and the text.
void append_field_code(std::string& out, std::string_view text);
void append_integer_code(std::string& out, std::int64_t x);  ///< as its decimal digits would be
/// The same of many at once.
void append_integer_codes(std::string& out, const std::int64_t* values, std::int64_t count);

}  // namespace guise::table
