// SPDX-License-Identifier: Apache-2.0
// The folder of a report, -o DIR: audit.json for programs and report.html for people.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/files_in_use.h"

namespace guise::cli {

/// Refuses a folder that holds anything but an earlier report: files of other people are not mixed with ours. Before the work
/// starts.
void check_report_folder(const std::filesystem::path& folder);

/// The files of the report, among those a command writes; no folder, no files.
void tell_report(const std::filesystem::path& folder, FilesInUse& files);

/// Writes both files, makes the folder where there is none, and replaces an earlier report.
void write_report(const std::filesystem::path& folder, const nlohmann::json& document);

/// Two lines for the terminal: where the page is, and where the figures are.
std::string report_notice(const std::filesystem::path& folder);

}  // namespace guise::cli
