// SPDX-License-Identifier: Apache-2.0
// The text of a key file: four lines, with a check against corruption. Internal to random/.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "random/secret.h"

namespace guise::random {

SecretText key_file_text(const Bytes32& shared, const Bytes32& own);

/// By how it begins; no file, or none that can be read, is no key.
bool looks_like_key_file(const std::filesystem::path& file);

/// Throw a sentence that never quotes the file.
void read_key_text(std::string_view text, const std::string& name, Bytes32& shared, Bytes32& own);
void read_key_file(const std::filesystem::path& file, Bytes32& shared, Bytes32& own);

}  // namespace guise::random
