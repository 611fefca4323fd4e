// SPDX-License-Identifier: Apache-2.0
// One party's turn in a project: reads the folder, verifies everything, and says all that this party can say now.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "jobs/work.h"
#include "parties/project.h"
#include "projects/folder.h"

namespace guise::projects {

/// A message that was not taken, and why; the file stays where it is, as evidence.
struct Refused {
  std::string file, reason;
};

struct TurnRequest {
  std::string project = {};        ///< the folder
  std::string identity_file = {};  ///< of `me`
  std::string table = {};          ///< an owner's own; needed where something is computed from it
  std::string results = {};        ///< folder for what was found; empty: beside the private files
  bool agree = false;              ///< to the plan, which is otherwise only shown
  bool newest = false;             ///< plan, though no party signed it yet
  std::string now = {};            ///< 2026-12-01T09:00:00Z
};

struct TurnResult {
  parties::ProjectPlan plan = {};
  std::vector<std::string> did = {};        ///< "signed the plan"
  std::vector<std::string> waits_for = {};  ///< parties
  std::vector<std::string> silent = {};     ///< those of them, once the deadline has passed
  std::vector<Refused> refused = {};
  std::vector<std::string> written = {};  ///< files with results
  std::string stopped = {};               ///< why there will be no result
  parties::Step step = parties::Step::plan;
  bool asks_consent = false, done = false;
};

TurnResult take_turn(const TurnRequest& request, const parties::SecretIdentity& me, const jobs::Work& work);

/// The plan that holds: the last one that a party of it signed. Refuses a clock that is far off.
parties::ProjectPlan current_plan(const Folder& folder, const std::string& now);
/// Gives a project all messages of the folder; those that it refuses, but for such of other attempts.
std::vector<Refused> hear(parties::Project& project, const Folder& folder);

}  // namespace guise::projects
