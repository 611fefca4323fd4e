// SPDX-License-Identifier: Apache-2.0
// What is taken into the folder of a project from the net: only what a party of a plan signed, messages by their signatures,
// releases by the manifests in these. A stranger cannot make it keep a single byte. It remembers what it has seen, as a project
// of 200 owners has 40,000 messages; it looks again where the folder was changed by others.
#pragma once
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "parties/project.h"

namespace guise::relay {

class Intake {
 public:
  Intake(std::filesystem::path project, std::uint64_t most_bytes);

  /// Stores a file that a party sent, never over another. Why it is not taken; empty where it was, or was there.
  std::string take(const std::string& name, const std::string& content);
  const std::vector<std::string>& files();  ///< by their names

 private:
  using Times = std::vector<std::filesystem::file_time_type>;

  Times times() const;
  void look();  ///< at the whole folder, if it was changed
  std::string refuse(const std::string& name, const std::string& content);
  std::string refuse_release(const std::string& name, const std::string& content) const;

  std::filesystem::path project_;
  std::uint64_t most_bytes_, bytes_ = 0;
  std::vector<parties::Project> attempts_ = {};  ///< each with its messages
  std::vector<std::string> files_ = {};
  Times seen_ = {};
  std::chrono::steady_clock::time_point looked_ = {};
};

}  // namespace guise::relay
