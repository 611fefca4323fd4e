// SPDX-License-Identifier: Apache-2.0
// A document in the report page: names and texts in it come from the table, and must stay text.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "audit/report_html.h"
#include "base/json_text.h"
#include "fuzz.h"

namespace guise::fuzz::targets {
namespace {

/// The page before and behind the document.
struct Frame {
  std::string before, behind;
  Frame() {
    const std::string document = R"({"masks":[]})", page = audit::report_html(nlohmann::json::parse(document));
    const std::size_t at = page.find(document);
    must(at != std::string::npos);
    before = page.substr(0, at);
    behind = page.substr(at + document.size());
  }
};

}  // namespace

void report(std::string_view bytes) {
  // Any JSON as a name: the document's own shape is made by guise.
  nlohmann::json given = parse_json(bytes, "the document");
  if (given.is_discarded()) given = std::string(bytes);
  static const Frame frame;
  const std::string page = audit::report_html({{"masks", nlohmann::json::array()}, {"name", given}});
  must(page.starts_with(frame.before) && page.ends_with(frame.behind));
  const std::string_view document =
      std::string_view(page).substr(frame.before.size(), page.size() - frame.before.size() - frame.behind.size());
  must(document.find('<') == std::string_view::npos);
  must(nlohmann::json::parse(document, nullptr, false).is_object());
}

}  // namespace guise::fuzz::targets
