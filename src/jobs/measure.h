// SPDX-License-Identifier: Apache-2.0
// How close a guess comes to the truth.
#pragma once
#include "jobs/job.h"
#include "measures/comparison.h"

namespace guise::jobs {

struct MeasureRequest {
  static constexpr std::string_view kJob = "measure";
  std::string truth = {}, guess = {}, missing = "error";
  std::vector<std::string> columns = {};
};

struct MeasureResult {
  measures::Comparison comparison;
  std::vector<std::string> columns;                           ///< that both tables have, or that were named
  std::vector<std::string> only_truth = {}, only_guess = {};  ///< numeric columns of one table alone
};

Fields fields(MeasureRequest& request);
FilesInUse files_of(const MeasureRequest& request);
MeasureResult run(const MeasureRequest& request, const Work& work);
nlohmann::json to_json(const MeasureResult& result, Detail detail);

}  // namespace guise::jobs
