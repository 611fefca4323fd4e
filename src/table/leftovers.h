// SPDX-License-Identifier: Apache-2.0
// Names of temporary files beside their target, by which a later run knows what killed ones left.
#pragma once
#include <cstdint>
#include <filesystem>

namespace guise::table {

std::filesystem::path folder_of(const std::filesystem::path& target);

/// ".NAME.guise-PROCESS-RANDOM.tmp" in the folder of the target.
std::filesystem::path temporary_name(const std::filesystem::path& target, std::uint32_t random);

/// Removes what killed runs left of their temporary files for this target: other names of a key, for one. Files that a run
/// still has locked stay.
void clear_leftovers(const std::filesystem::path& target);

}  // namespace guise::table
