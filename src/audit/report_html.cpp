// SPDX-License-Identifier: Apache-2.0
#include "audit/report_html.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <string_view>

namespace guise::audit {

extern const std::string_view kReportPage;  // web/ as one file; cmake/ReportPage.cmake makes the source

namespace {

using nlohmann::json;

constexpr std::string_view kPlace = "\"GUISE_AUDIT_DOCUMENT\"";  // what stands in web/index.html for the document

/// The document without the figures per attribute that the page does not show; it keeps to its schema.
json thinned(json document) {
  for (json& mask : document["masks"])
    for (json& attacker : mask["attackers"])
      for (json& attack : attacker["attacks"])
        if (attack.contains("by_attribute") && attack["attack"] != attacker["worst"]) attack["by_attribute"] = json::object();
  return document;
}

/// JSON that can stand in html: "<" occurs in strings only, and "</script>" or "<!--" in a column's name must not end the
/// element.
std::string embeddable(const json& document) {
  const std::string plain = document.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size());
  for (const char letter : plain) {
    if (letter == '<')
      out += "\\u003c";
    else
      out += letter;
  }
  return out;
}

}  // namespace

std::string report_html(const json& document) {
  const std::size_t at = kReportPage.find(kPlace);
  assert(at != std::string_view::npos && "web/index.html has lost the place for the document");
  std::string page(kReportPage.substr(0, at));
  page += embeddable(thinned(document));
  page += kReportPage.substr(at + kPlace.size());
  return page;
}

}  // namespace guise::audit
