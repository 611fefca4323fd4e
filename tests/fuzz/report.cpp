// SPDX-License-Identifier: Apache-2.0
// A document in the report page: names and texts in it come from the table, and must stay text.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "audit/report_html.h"
#include "base/json_text.h"
#include "fuzz.h"

namespace guise::fuzz::targets {

void report(std::string_view bytes) {
  // Any JSON as a name: the document's own shape is made by guise.
  nlohmann::json given = parse_json(bytes, "the document");
  if (given.is_discarded()) given = std::string(bytes);
  static const std::string plain = audit::report_html({{"masks", nlohmann::json::array()}, {"name", ""}});
  const std::string page = audit::report_html({{"masks", nlohmann::json::array()}, {"name", given}});
  const auto marks = [](const std::string& html) { return std::count(html.begin(), html.end(), '<'); };
  must(marks(page) == marks(plain));
}

}  // namespace guise::fuzz::targets
