// SPDX-License-Identifier: Apache-2.0
// An owner's release in a project: made by the plan's mask under the agreed key, and checked by those who mine it.
#pragma once
#include <filesystem>
#include <string>

#include "jobs/work.h"
#include "parties/project.h"
#include "projects/folder.h"
#include "projects/own_table.h"
#include "projects/private_state.h"

namespace guise::projects {

/// Where a party's key of the project is; made from the agreed secret when it is first asked for.
std::filesystem::path key_file(const parties::Project& project, const PrivateState& state);

/// Masks the table, or takes what was masked before a crash, copies it to the project's folder, and says what it is.
parties::Manifest make_release(const parties::Project& project, const OwnTable& own, const PrivateState& state,
                               const Folder& folder, const jobs::Work& work);

/// Puts a release that was lost or changed on its way in the project's folder again.
void restore_release(const parties::Project& project, const PrivateState& state, const Folder& folder);

/// Copies an owner's release to `to` and checks the copy. Refuses files that are missing or not those that the owner signed,
/// which may still arrive. Otherwise says why the release is not the plan's; nothing where it is.
std::string take_release(const parties::Project& project, std::size_t owner, const Folder& folder,
                         const std::filesystem::path& to);

}  // namespace guise::projects
