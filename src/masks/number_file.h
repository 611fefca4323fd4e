// SPDX-License-Identifier: Apache-2.0
// Numbers of a step that are in a file of the user's: a matrix, a shift. The mask and its card name the file by its last name
// and the digest of its numbers, matrix.csv#0123456789abcdef, never by its folder; two files with other numbers are two masks.
// Whoever guesses the numbers can check the guess by the digest: a secret matrix must not be one of a few.
#pragma once
#include <string>
#include <string_view>

#include "base/matrix.h"
#include "base/params.h"

namespace guise::masks {

/// "folder/matrix.csv" becomes "folder/matrix.csv#…", of what is in it now; text that has a digest already stays.
std::string with_digest(const std::string& file);

/// Behind the #.
std::string_view digest_of_file(std::string_view text);

/// What a mask's text shows of it: no folder.
std::string without_folder(std::string_view text);

/// The numbers. Refuses a file that is not there, holds anything but numbers, or has another digest than the text.
Matrix read_numbers(const std::string& text);

}  // namespace guise::masks
