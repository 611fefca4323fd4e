// SPDX-License-Identifier: Apache-2.0
// The folder of a report: audit.json for programs and report.html for people.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "jobs/files_in_use.h"

namespace guise::jobs {

inline constexpr std::string_view kReportFigures = "audit.json", kReportPage = "report.html";

/// Refuses a folder that holds anything but an earlier report: files of other people are not mixed with ours. Before the work
/// starts.
void check_report_folder(const std::filesystem::path& folder);

/// The files of the report, among those a command writes; no folder, no files.
void tell_report(const std::filesystem::path& folder, FilesInUse& files);

/// Writes both files, makes the folder where there is none, and replaces an earlier report.
void write_report(const std::filesystem::path& folder, const nlohmann::json& document);

}  // namespace guise::jobs
