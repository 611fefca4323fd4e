// SPDX-License-Identifier: Apache-2.0
// Which files of a project come and go over the net. A server takes only what a party of the plan signed: messages by their
// signatures, releases by the manifests in these. A stranger cannot make it keep a single byte.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace guise::relay {

/// A name such as "messages/0123….msg" or "releases/north-0123….csv"; no other leads to a file.
bool is_file_name(std::string_view name);
bool is_project_name(std::string_view name);

/// All files of a project that go over the net, by their names.
std::vector<std::string> files_of(const std::filesystem::path& project);

/// Stores a file that a party sent. Why it is not taken; empty where it was, or was there. Never over another.
std::string take_file(const std::filesystem::path& project, const std::string& name, const std::string& content,
                      std::uint64_t most_bytes);

}  // namespace guise::relay
