// SPDX-License-Identifier: Apache-2.0
// Fixed-size byte strings: digests, key halves, nonces.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace guise {

using Bytes32 = std::array<std::uint8_t, 32>;

std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace guise
