// SPDX-License-Identifier: Apache-2.0
// Fixed-size byte strings: digests, key halves, nonces.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace guise {

using Bytes32 = std::array<std::uint8_t, 32>;

std::string to_hex(std::span<const std::uint8_t> bytes);
std::optional<Bytes32> from_hex(std::string_view text);  ///< nothing when it is not 64 hexadecimal digits

}  // namespace guise
