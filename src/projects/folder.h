// SPDX-License-Identifier: Apache-2.0
// A project as a folder that its parties share, whatever carries it: e-mail, a USB stick, a file server.
//   plan.json, plan-2.json …   the plan, and those that took its place
//   messages/HASH.msg          what the parties say; written whole, never written over, in no order
//   releases/OWNER-HASH.csv    released tables, with their cards beside them
// Everything in it may be read by every party and by the carrier, and anything in it may be forged.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "parties/project_plan.h"

namespace guise::projects {

/// A file among the messages. `problem`: why it was not read; empty where it was.
struct Posted {
  std::string file = {}, text = {}, problem = {};
};

class Folder {
 public:
  explicit Folder(std::filesystem::path path) : path_(std::move(path)) {}

  std::vector<parties::ProjectPlan> plans()
      const;  ///< by their attempts; each follows the one before it, others are passed over
  void add_plan(const parties::ProjectPlan& plan) const;
  std::vector<Posted> messages() const;         ///< by their names
  bool publish(const std::string& text) const;  ///< false where it is there
  /// Copies an owner's release and its card here; names them by the owner and the hash of the data.
  void publish_release(const std::filesystem::path& release, const std::string& owner, const Bytes32& data) const;
  std::filesystem::path release(const std::string& owner, const Bytes32& data) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path plan_file(int attempt) const;
  std::filesystem::path path_;
};

/// The line that names the session of a message; empty where there is none.
std::string session_named_in(std::string_view text);
/// Of a whole file, in pieces. `bytes`: its size.
Bytes32 hash_of_file(const std::filesystem::path& file, std::int64_t& bytes);
/// Copies a file whole or not at all.
void copy_file(const std::filesystem::path& from, const std::filesystem::path& to, unsigned mode, bool overwrite);

}  // namespace guise::projects
