// SPDX-License-Identifier: Apache-2.0
// Which files of a project come and go over the net, by their names.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace guise::relay {

/// A name such as "messages/0123….msg" or "releases/north-0123….csv"; no other leads to a file.
bool is_file_name(std::string_view name);
bool is_message_name(std::string_view name);
bool is_plan_name(std::string_view name);
bool is_project_name(std::string_view name);

struct ReleaseName {
  std::string owner = {}, hash = {};  ///< the first 32 digits
  bool card = false;
};
ReleaseName release_name(std::string_view name);  ///< of a file name that is neither a message nor a plan
std::string message_name(std::string_view content);

/// All files of a project that go over the net, by their names.
std::vector<std::string> files_of(const std::filesystem::path& project);

}  // namespace guise::relay
