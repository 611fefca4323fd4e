// SPDX-License-Identifier: Apache-2.0
#include "table/temporaries.h"

#include <mutex>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace guise::table {
namespace fs = std::filesystem;
namespace {

constexpr int kAttempts = 20;  // to empty a folder that another thread still writes to

struct Names {
  std::mutex mutex;
  std::multiset<fs::path> in_use;
};

Names& names() {
  static Names& all = *new Names;  // never destroyed: a signal may come while the process ends
  return all;
}

}  // namespace

TemporaryName::TemporaryName(fs::path path) : path_(std::move(path)) {
  const std::lock_guard lock(names().mutex);
  names().in_use.insert(path_);
}

TemporaryName::~TemporaryName() {
  give_up([] {});
}

void TemporaryName::give_up(const std::function<void()>& rename) {
  if (path_.empty()) return;
  const std::lock_guard lock(names().mutex);
  rename();
  names().in_use.erase(names().in_use.find(path_));
  path_.clear();
}

void remove_with_companions(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code trouble;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, trouble), end; !trouble && entry != end; entry.increment(trouble))
    if (entry->path().filename().native().starts_with(path.filename().native())) found.push_back(entry->path());
  for (const fs::path& each : found)
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      fs::remove_all(each, trouble);
      if (!trouble) break;
    }
}

void remove_temporaries() {
  names().mutex.lock();  // and never unlocked: see above
  for (const fs::path& path : names().in_use) remove_with_companions(path);
}

}  // namespace guise::table
