// SPDX-License-Identifier: Apache-2.0
// Bytes as words, for reading over the telephone.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace guise::parties {

/// One word for each value of a byte, in the order of the alphabet. guise's own list: plain words of four to eight letters, any
/// two of which differ in at least two letters. Frozen: another list would give other fingerprints.
std::span<const std::string_view, 256> fingerprint_words();

/// The bytes as words, with blanks between.
std::string in_words(std::span<const std::uint8_t> bytes);

}  // namespace guise::parties
