// SPDX-License-Identifier: Apache-2.0
// Whether two names lead to one file.
#pragma once
#include <filesystem>

namespace guise::table {

/// Through links of either kind, and also where there is no file yet.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace guise::table
