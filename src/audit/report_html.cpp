// SPDX-License-Identifier: Apache-2.0
#include "audit/report_html.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <string_view>

#include "audit/page_document.h"

namespace guise::audit {

extern const std::string_view kReportPage;  // web/ as one file; cmake/ReportPage.cmake makes the source

namespace {

constexpr std::string_view kPlace = "\"GUISE_AUDIT_DOCUMENT\"";  // what stands in web/index.html for the document
constexpr std::size_t kMostBytes = 2'000'000;                    // of the page: it is sent by mail and opened on phones

}  // namespace

std::string report_html(const nlohmann::json& document) {
  const std::size_t at = kReportPage.find(kPlace);
  assert(at != std::string_view::npos && "web/index.html has lost the place for the document");
  std::string page(kReportPage.substr(0, at));
  page += page_document(document, kMostBytes - kReportPage.size());
  page += kReportPage.substr(at + kPlace.size());
  return page;
}

}  // namespace guise::audit
