// SPDX-License-Identifier: Apache-2.0
#include "parties/encoding.h"

#include <sodium.h>

#include "base/bytes.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

constexpr std::size_t kCheckBytes = 8;
constexpr std::string_view kCheck = "check=";

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // libsodium's zero
  return text;
}

bool read_base64(std::string_view text, std::span<std::uint8_t> out) {
  std::size_t size = 0;
  return text.size() + 1 == sodium_base64_encoded_len(out.size(), sodium_base64_VARIANT_ORIGINAL) &&
         sodium_base642bin(out.data(), out.size(), text.data(), text.size(), nullptr, &size, nullptr,
                           sodium_base64_VARIANT_ORIGINAL) == 0 &&
         size == out.size();
}

bool read_hex(std::string_view text, std::span<std::uint8_t> out) {
  std::size_t size = 0;
  return text.size() == 2 * out.size() &&
         sodium_hex2bin(out.data(), out.size(), text.data(), text.size(), nullptr, &size, nullptr) == 0 && size == out.size();
}

std::optional<std::string_view> Lines::take(std::string_view name) {
  const std::size_t end = rest_.find('\n');
  if (!rest_.starts_with(name) || end == std::string_view::npos || end < name.size()) return {};
  const std::string_view value = rest_.substr(name.size(), end - name.size());
  rest_.remove_prefix(end + 1);
  return value;
}

std::string check_of(std::string_view text) {
  const Bytes32 hash = random::hash_fields({}, {random::bytes_of("guise/file-check/v1"), random::bytes_of(text)});
  return to_hex(std::span(hash).first(kCheckBytes));
}

std::optional<std::string_view> checked(std::string_view text) {
  constexpr std::size_t kLine = kCheck.size() + 2 * kCheckBytes + 1;
  if (text.size() < kLine || !text.ends_with('\n')) return {};
  const std::string_view before = text.substr(0, text.size() - kLine);
  const std::string_view line = text.substr(before.size(), kLine - 1);
  if (!before.ends_with('\n') || !line.starts_with(kCheck) || line.substr(kCheck.size()) != check_of(before)) return {};
  return before;
}

}  // namespace guise::parties
