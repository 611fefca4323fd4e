// SPDX-License-Identifier: Apache-2.0
// guise report — the page of an audit, made again from its figures.
#include "jobs/report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/request_file.h"

namespace guise::cli {
namespace {

int show(const jobs::ReportRequest& request, const Common& common) {
  const jobs::ReportResult result = jobs::run(request, common.work());
  if (common.json)
    fmt::print("{}\n", common.text_of(jobs::to_json(result, common.detail)));
  else
    fmt::print("Report: {}\n", printable(result.page));
  return 0;
}

std::function<int()> declare(OptionSet& app, const Common& common) {
  const auto request = std::make_shared<jobs::ReportRequest>();
  const jobs::Fields fields = jobs::fields(*request);
  app.add_field("AUDIT", fields, "document").type_name("");
  app.add_field("-o,--out", fields).type_name("FILE");
  return [request, &common] { return perform(*request, common, show); };
}

}  // namespace

extern const Command report_command;
const Command report_command = {.name = "report",
                                .summary = {},  // the job's
                                .examples = "  guise report report/audit.json -o report.html",
                                .declare = declare,
                                .repeat = repeat<jobs::ReportRequest, show>};

}  // namespace guise::cli
