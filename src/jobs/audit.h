// SPDX-License-Identifier: Apache-2.0
// What leaks of a table: masks that could be applied, or a release that is there, attacked by everybody.
#pragma once
#include "audit/audit.h"
#include "audit/limits.h"
#include "jobs/given_release.h"
#include "jobs/job.h"
#include "jobs/seed.h"

namespace guise::jobs {

struct AuditRequest {
  static constexpr std::string_view kJob = "audit";
  Input in = {};
  GivenOptions given = {};  ///< instead of masks
  std::vector<std::string> masks = {}, attackers = {}, attacks = {}, limits = {};
  int keys = 5;
  std::string effort = "normal";
  double time_limit = 0;     ///< seconds; 0: none
  std::string out = {};      ///< folder of the report
  std::string exposed = {};  ///< file for the most exposed records
  std::string label = {};
  std::vector<std::string> thresholds = {};          ///< of the verdict, close=0.1
  std::string report_format = {}, report_file = {};  ///< for build servers
  bool shuffle = false, brief = false, no_utility = false, show_records = false;
  Seed seed = {};
};

struct AuditResult {
  audit::Result found;
  std::vector<audit::Checked> checked = {};  ///< against the limits of the request
  std::int64_t seed = 0;
  nlohmann::json request = {};  ///< that repeats it
};

Fields fields(AuditRequest& request);
FilesInUse files_of(const AuditRequest& request);
AuditResult run(const AuditRequest& request, const Work& work);
nlohmann::json to_json(const AuditResult& result, Detail detail);

}  // namespace guise::jobs
