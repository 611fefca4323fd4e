// SPDX-License-Identifier: Apache-2.0
// Plans that begin a project, and those that begin it again.
#pragma once
#include <string>
#include <vector>

#include "projects/folder.h"

namespace guise::projects {

/// Fills in the session and checks everything that can be checked without tables; writes the folder.
parties::ProjectPlan begin_project(parties::ProjectPlan plan, const Folder& folder);

/// The plan of the next attempt: without parties that were silent at the deadline and those named. Refuses before the deadline,
/// unless the attempt was stopped. It holds once a party signs it.
parties::ProjectPlan restarted(const Folder& folder, const std::vector<std::string>& without, const std::string& now,
                               const std::string& deadline);

}  // namespace guise::projects
