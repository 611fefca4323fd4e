// SPDX-License-Identifier: Apache-2.0
#include "cli/report_notice.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "jobs/report_folder.h"

namespace guise::cli {

std::string report_notice(const std::string& folder) {
  const std::filesystem::path in = folder;
  return fmt::format("Report: {}\nAll figures: {}\n", printable((in / jobs::kReportPage).string()),
                     printable((in / jobs::kReportFigures).string()));
}

}  // namespace guise::cli
