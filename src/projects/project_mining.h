// SPDX-License-Identifier: Apache-2.0
// What is mined of all releases of a project: findings for all, and for each owner what concerns its records.
#pragma once
#include <string>
#include <vector>

#include "jobs/work.h"
#include "parties/project.h"
#include "projects/folder.h"
#include "projects/private_state.h"

namespace guise::projects {

struct ProjectFindings {
  std::string problem = {};            ///< why nothing can be mined: a release is not the plan's, or a task does not fit
  std::string findings = {};           ///< JSON, for everybody
  std::vector<std::string> rows = {};  ///< JSON, of each owner: {"rows": [{"task": …, "csv": …}]}
};

/// Copies and checks all releases, then carries out the tasks of the plan. Refuses releases that have not arrived.
ProjectFindings mine_project(const parties::Project& project, const Folder& folder, const PrivateState& state,
                             const jobs::Work& work);

/// Writes the findings and this owner's rows, beside the identifiers of its records, to files for its eyes alone. The names of
/// what was written.
std::vector<std::string> write_results(const std::string& findings, const std::string& rows, const PrivateState& state,
                                       const std::string& by, const std::filesystem::path& folder);

}  // namespace guise::projects
