// SPDX-License-Identifier: Apache-2.0
// Text files that are not UTF-8: which encoding they have, and their text as UTF-8.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "table/input_file.h"

namespace guise::table {

enum class Encoding { utf8, utf16_little, utf16_big, windows_1252, latin_1 };

std::string_view name_of(Encoding encoding);

/// By the mark at the beginning, else by the bytes of its first 64 MiB: what is not UTF-8 is Windows-1252, which is called
/// Latin-1 where only characters of that occur.
Encoding encoding_of(const InputFile& file);

/// The same text in a temporary file, as UTF-8 without a mark.
std::unique_ptr<InputFile> as_utf8(const InputFile& file, Encoding encoding);

}  // namespace guise::table
