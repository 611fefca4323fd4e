// SPDX-License-Identifier: Apache-2.0
// What a party keeps of a project for itself, outside of the project's folder: its random bytes of the session, its key, and a
// copy of all it said. The folder is 0700 and the files are 0600. Without it, a party cannot go on; with it, it goes on after
// any crash, and says the same again.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "parties/project_plan.h"
#include "random/secret.h"

namespace guise::projects {

class PrivateState {
 public:
  /// Beside the identity: NAME.projects/SESSION. Refuses an identity that lies in the project's folder.
  PrivateState(const std::filesystem::path& identity_file, const parties::ProjectPlan& plan,
               const std::filesystem::path& project);

  bool begun() const;
  void begin();               ///< draws the random bytes and keeps them, and the plan
  void require_plan() const;  ///< refuses a plan other than the one it was begun with
  random::SecretBytes contribution() const;
  void keep(const std::string& text);  ///< before it is published
  std::vector<std::string> kept() const;
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  bool has(const std::string& name) const;

 private:
  std::filesystem::path folder_;
  std::string session_, plan_;
};

}  // namespace guise::projects
