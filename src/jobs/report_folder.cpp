// SPDX-License-Identifier: Apache-2.0
#include "jobs/report_folder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "audit/report_html.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "table/atomic_file.h"

namespace guise::jobs {
namespace fs = std::filesystem;
namespace {

/// One of our files, or what a killed run left of it (table::AtomicFile clears that).
bool is_ours(const std::string& name) {
  for (const std::string_view own : {kReportFigures, kReportPage})
    if (name == own || name.starts_with(fmt::format(".{}.guise-", own))) return true;
  return false;
}

}  // namespace

void check_report_folder(const fs::path& folder) {
  std::error_code trouble;
  if (!fs::exists(folder, trouble)) return;
  require(fs::is_directory(folder, trouble), "‘out’ {} is a file; name a folder for the report", folder.string());
  fs::directory_iterator entries(folder, trouble);
  require(!trouble, "‘out’ {}: the folder cannot be read: {}", folder.string(), trouble.message());
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    require(is_ours(name), "‘out’ {}: the folder holds '{}' besides {} and {}; name a new folder for the report",
            folder.string(), name, kReportFigures, kReportPage);
  }
}

void tell_report(const fs::path& folder, FilesInUse& files) {
  if (folder.empty()) return;
  for (const std::string_view own : {kReportFigures, kReportPage}) files.writes("part of the report", (folder / own).string());
}

void write_report(const fs::path& folder, const nlohmann::json& document) {
  std::error_code trouble;
  fs::create_directories(folder, trouble);
  if (trouble) fail("‘out’ {}: the folder cannot be made: {}", folder.string(), trouble.message());
  // For the owner's eyes: both name the records that are most exposed, and may show values of originals and guesses.
  // Cells of pictures on lines of their own would be most of the figures.
  table::write_file(folder / kReportFigures, json_text(document, -1) + "\n", table::kPrivate);
  table::write_file(folder / kReportPage, audit::report_html(document), table::kPrivate);
}

}  // namespace guise::jobs
