// SPDX-License-Identifier: Apache-2.0
// A masked release of a table with its public card, under a key that is there or made for it.
#pragma once
#include "base/card.h"
#include "jobs/input.h"
#include "jobs/job.h"
#include "release/certificate.h"

namespace guise::jobs {

struct MaskRequest {
  static constexpr std::string_view kJob = "mask";
  Input in = {};
  std::string out = {}, mask = {};
  std::string key = {};   ///< path of a key file, never a key; empty: a new one beside the release
  std::string card = {};  ///< empty: beside the release
  std::string budget = {}, round = {}, by = {};
  bool shuffle = false, forget_key = false;
};

struct MaskResult {
  std::string out;
  Card card;
  std::string card_file = {};             ///< empty where none was written
  std::string new_key = {};               ///< file of a key that was made
  std::vector<std::string> columns = {};  ///< that were asked for, without what identifies records; empty: all
  std::vector<std::string> notes = {};
  std::vector<std::string> warnings = {};  ///< that Work::warn was told
  release::Certificate certificate = {};
};

Fields fields(MaskRequest& request);
FilesInUse files_of(const MaskRequest& request);
/// The request that makes the same release again: with the key that this one makes, where it keeps one.
MaskRequest repeating(MaskRequest request);
/// Writes in the order key, ledger, anchor, release, card.
MaskResult run(const MaskRequest& request, const Work& work);
/// The card.
nlohmann::json to_json(const MaskResult& result, Detail detail);

}  // namespace guise::jobs
