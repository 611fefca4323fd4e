// SPDX-License-Identifier: Apache-2.0
// A guess of the originals, from a release and what the attacker knows.
#pragma once
#include "attacks/attack.h"
#include "jobs/job.h"
#include "jobs/seed.h"
#include "measures/comparison.h"

namespace guise::jobs {

struct AttackRequest {
  static constexpr std::string_view kJob = "attack";
  std::string release = {}, out = {}, with = {};
  std::vector<std::string> knows = {};  ///< facts besides the release (knows.h)
  std::string key = {};                 ///< path of a key file, never a key
  std::string truth = {}, links = {}, sd = {};
  bool no_card = false;
  Seed seed = {};
};

struct AttackResult {
  std::string attack, release, guess, sd;
  std::int64_t seed = 0;
  std::int64_t records = 0;
  std::vector<std::string> notes = {};
  std::vector<attacks::Link> links = {};
  /// With the originals, where these were given.
  struct Compared {
    measures::Comparison comparison;
    std::vector<std::string> columns;
    std::string gaps = {};  ///< a note on records that could not be compared
  };
  std::optional<Compared> truth = {};
};

Fields fields(AttackRequest& request);
FilesInUse files_of(const AttackRequest& request);
AttackResult run(const AttackRequest& request, const Work& work);
nlohmann::json to_json(const AttackResult& result, Detail detail);

}  // namespace guise::jobs
