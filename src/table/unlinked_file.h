// SPDX-License-Identifier: Apache-2.0
// Temporary files without a name: they vanish with the process, however it ends.
#pragma once
#include <cstddef>
#include <filesystem>

namespace guise::table {

/// The descriptor of a new, empty file on the disk of `folder`; it never has a name, or one for an instant that nobody can
/// foretell.
int unlinked_file(const std::filesystem::path& folder);

/// Appends all of it, or fails with the sentence "`what` cannot be kept in `folder`: …".
void append_to(int descriptor, const char* bytes, std::size_t count, const char* what, const std::filesystem::path& folder);

}  // namespace guise::table
