// SPDX-License-Identifier: Apache-2.0
// The report page of an audit, made again from its figures.
#pragma once
#include <nlohmann/json.hpp>

#include "jobs/job.h"

namespace guise::jobs {

struct ReportRequest {
  static constexpr std::string_view kJob = "report";
  std::string document = {};  ///< audit.json
  std::string out = {};       ///< the page
};

struct ReportResult {
  std::string table, page;
};

Fields fields(ReportRequest& request);
FilesInUse files_of(const ReportRequest& request);
ReportResult run(const ReportRequest& request, const Work& work);
nlohmann::json to_json(const ReportResult& result, Detail detail);

}  // namespace guise::jobs
