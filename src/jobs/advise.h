// SPDX-License-Identifier: Apache-2.0
// Which mask loses least of what a table is good for within limits on what leaks.
#pragma once
#include "audit/advise.h"
#include "jobs/input.h"
#include "jobs/job.h"
#include "jobs/seed.h"

namespace guise::jobs {

struct AdviseRequest {
  static constexpr std::string_view kJob = "advise";
  Input in = {};
  std::vector<std::string> limits = {}, attackers = {}, purposes = {};
  std::string before = {}, label = {};
  std::string out = {};  ///< folder of the report
  double seconds = 60;
  int keys = 5;
  Seed seed = {};
};

struct AdviseResult {
  audit::Advice advice;
  std::vector<audit::Checked> checked = {};
  std::string command = {};  ///< that masks as advised (Work::mask_command); empty where nothing qualifies
  std::int64_t seed = 0;
  nlohmann::json request = {};  ///< that repeats it, if there is time enough
};

Fields fields(AdviseRequest& request);
FilesInUse files_of(const AdviseRequest& request);
AdviseResult run(const AdviseRequest& request, const Work& work);
nlohmann::json to_json(const AdviseResult& result, Detail detail);

}  // namespace guise::jobs
