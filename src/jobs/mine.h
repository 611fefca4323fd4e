// SPDX-License-Identifier: Apache-2.0
// What a miner gets from releases, of one owner or of several; or what a saved model says of their records.
#pragma once
#include "jobs/job.h"
#include "mining/truth.h"

namespace guise::jobs {

struct MineRequest {
  static constexpr std::string_view kJob = "mine";
  std::string task = {};
  std::vector<std::string> releases = {};
  std::string label = {}, by = {}, save = {}, apply = {}, out = {}, missing = "error";
  std::string key = {};  ///< path of an owner's key file, never a key
  std::vector<std::string> columns = {}, truth = {};
  bool no_card = false, probabilities = false;
  std::int64_t seed = 0;
};

struct MineResult {
  std::string task;
  std::vector<std::string> releases;
  std::int64_t seed = 0;
  mining::Findings findings = {};
  std::vector<std::string> columns = {}, classes = {};  ///< that a model was learnt from
  std::vector<mining::Bounded> agreement = {};          ///< with the originals, where these were given
  bool compared = false;                                ///< these were given
  struct Applied {
    std::string model, out;
    std::int64_t records = 0;
    std::vector<std::string> notes = {};
  };
  std::optional<Applied> applied = {};  ///< instead of findings
};

Fields fields(MineRequest& request);
FilesInUse files_of(const MineRequest& request);
MineResult run(const MineRequest& request, const Work& work);
nlohmann::json to_json(const MineResult& result, Detail detail);

}  // namespace guise::jobs
