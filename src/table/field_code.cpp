// SPDX-License-Identifier: Apache-2.0
#include "table/field_code.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "table/number_text.h"
#include "table/text_end.h"

namespace guise::table {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are coded as little-endian bytes");

constexpr char kNothing = 0, kNumber = 1, kText = 2;
constexpr std::size_t kOwnDoubles = 15;  // decimal numbers of so many digits have doubles of their own, in the normal range

template <typename T>
void append_bytes(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// A decimal number: its digits without zeros at either end, and the power of ten of the last one.
struct Decimal {
  bool negative = false;
  std::string digits = {};
  long exponent = 0;
  bool operator==(const Decimal&) const = default;
};

/// Of a text that std::from_chars reads as a double.
Decimal decimal_of(std::string_view text) {
  Decimal out{.negative = text.starts_with('-')};
  if (out.negative) text.remove_prefix(1);
  const std::size_t mantissa = std::min(text.find_first_of("eE"), text.size());
  bool behind_point = false;
  for (const char c : text.substr(0, mantissa)) {
    if (c == '.') {
      behind_point = true;
      continue;
    }
    out.digits += c;
    out.exponent -= behind_point ? 1 : 0;
  }
  std::string_view power = text.substr(std::min(mantissa + 1, text.size()));
  if (power.starts_with('+')) power.remove_prefix(1);
  long shift = 0;
  std::from_chars(power.data(), power.data() + power.size(), shift);
  out.exponent += shift;
  out.digits.erase(0, std::min(out.digits.find_first_not_of('0'), out.digits.size()));
  while (!out.digits.empty() && out.digits.back() == '0') {
    out.digits.pop_back();
    ++out.exponent;
  }
  if (out.digits.empty()) return {};  // 0 has neither sign nor power
  return out;
}

/// Whether its double says the same as the text.
bool reads_as(std::string_view text, double& x) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  if (text.empty() || std::string_view("-.0123456789").find(text.front()) == std::string_view::npos) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(x)) return false;
  if (text.size() <= kOwnDoubles && (x == 0 || std::abs(x) >= std::numeric_limits<double>::min())) return true;
  char shortest[kNumberText];
  return decimal_of(text) == decimal_of({shortest, write_number(shortest, x)});
}

void append_text_code(std::string& out, std::string_view text) {
  out += kText;
  append_bytes(out, text_end(text.size()));
  out += text;
}

}  // namespace

void append_missing_code(std::string& out) {
  out += kNothing;
}

void append_number_code(std::string& out, double x) {
  if (!std::isfinite(x)) return append_text_code(out, std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
  out += kNumber;
  append_bytes(out, x + 0.0);
}

void append_field_code(std::string& out, std::string_view text) {
  double x = 0;
  reads_as(text, x) ? append_number_code(out, x) : append_text_code(out, text);
}

void append_integer_code(std::string& out, std::int64_t x) {
  constexpr auto kExact = static_cast<std::int64_t>(kAllWhole);
  if (-kExact <= x && x <= kExact) return append_number_code(out, static_cast<double>(x));
  append_field_code(out, std::to_string(x));
}

void append_integer_codes(std::string& out, const std::int64_t* values, std::int64_t count) {
  constexpr auto kExact = static_cast<std::int64_t>(kAllWhole);
  constexpr std::size_t kSize = 1 + sizeof(double);
  const bool exact = std::all_of(values, values + count, [](std::int64_t x) { return -kExact <= x && x <= kExact; });
  if (!exact) {
    for (std::int64_t i = 0; i < count; ++i) append_integer_code(out, values[i]);
    return;
  }
  const std::size_t used = out.size();
  out.resize(used + kSize * static_cast<std::size_t>(count));
  char* at = out.data() + used;
  for (std::int64_t i = 0; i < count; ++i, at += kSize) {
    const auto x = static_cast<double>(values[i]);
    *at = kNumber;
    std::memcpy(at + 1, &x, sizeof(x));
  }
}

}  // namespace guise::table
