// SPDX-License-Identifier: Apache-2.0
// A session of the C interface: a private folder of small files, tables in memory under its name, and how to work.
#pragma once
#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>

#include "guise.h"
#include "jobs/work.h"
#include "table/memory_tables.h"

namespace guise::door {

/// Where a session keeps cards, models, and keys that nobody named a file for: in memory where the system offers that, for
/// its user alone, removed with the session. What killed processes left is removed by the next session.
class PrivateFolder {
 public:
  PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace guise::door

struct guise_session {
  guise::door::PrivateFolder folder = {};
  std::mutex mutex = {};  ///< one call at a time
  std::string error = {};
  std::set<std::string> names = {};                                   ///< of tables and places
  std::vector<std::shared_ptr<guise::table::MemoryFlow>> flows = {};  ///< that the next job may write
  std::atomic<bool> stop = false, busy = false;
  int threads = 0;
  guise_progress progress = nullptr;
  void* progress_context = nullptr;
  guise_warning warning = nullptr;
  void* warning_context = nullptr;

  guise_session() = default;
  guise_session(const guise_session&) = delete;
  guise_session& operator=(const guise_session&) = delete;
  ~guise_session();

  /// "people" is a table, "people.card.json" a file; refuses other names.
  std::string path_of(const std::string& name) const;
  /// A text of a user in which tables are called "memory:NAME", with their paths; and back.
  std::string with_paths(const std::string& text) const;
  std::string with_names(const std::string& text) const;
};
