// SPDX-License-Identifier: Apache-2.0
#include "jobs/spreadsheet.h"

#include <fmt/format.h>

#include "base/names.h"
#include "table/format.h"

namespace guise::jobs {

std::string formula_warning(const std::string& path, const std::vector<std::string>& columns) {
  const table::Format format = table::format_of(path).format;
  if (format != table::Format::csv && format != table::Format::pipe) return "";
  std::vector<std::string> found;
  for (const std::string& name : columns)
    if (!name.empty() && std::string_view("=+-@\t\r").find(name.front()) != std::string_view::npos)
      found.push_back("'" + name + "'");
  if (found.empty()) return "";
  return fmt::format(
      "warning: a spreadsheet would run the name of column {} as a formula. Rename it (‘sql=\"SELECT … AS name\"’), or do not "
      "open the file in one.",
      enumerate(found));
}

}  // namespace guise::jobs
