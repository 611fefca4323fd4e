// SPDX-License-Identifier: Apache-2.0
#include "table/leftovers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>

namespace guise::table {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEnding = ".tmp";  // what DuckDB needs beside the temporary file is named after it, with more behind
constexpr int kRandomDigits = 8;
constexpr std::time_t kAbandoned = 24 * 3600;  // seconds

/// Without question marks: DuckDB takes one for the end of a name, and looks for its log in a folder that does not exist.
std::string prefix_of(const fs::path& target) {
  std::string name = target.filename().string();
  std::replace(name.begin(), name.end(), '?', '_');
  return fmt::format(".{}.guise-", name);
}

/// Of the run that made it, if this is the name of a temporary file for the target, perhaps with more behind.
struct Maker {
  fs::path temporary;
  pid_t process = 0;
};

std::optional<Maker> maker_of(const fs::path& entry, const std::string& prefix) {
  const std::string name = entry.filename().string();
  if (!name.starts_with(prefix)) return {};
  Maker maker;
  const char *at = name.data() + prefix.size(), *end = name.data() + name.size();
  const auto number = std::from_chars(at, end, maker.process);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '-') return {};
  const auto ending = static_cast<std::size_t>(number.ptr + 1 + kRandomDigits - name.data());
  if (name.size() < ending || std::string_view(name).substr(ending, kEnding.size()) != kEnding) return {};
  maker.temporary = entry.parent_path() / name.substr(0, ending + kEnding.size());
  return maker;
}

/// Nobody holds the lock of this temporary file: the run that made it is gone. Where the file system has no locks, a run that
/// is not among this machine's processes may go on elsewhere, but not for days without writing.
bool is_stale(const Maker& maker) {
  const int descriptor = ::open(maker.temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return errno == ENOENT;
  struct stat info {};
  bool stale = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if (!stale && errno != EWOULDBLOCK)
    stale = ::kill(maker.process, 0) != 0 && errno == ESRCH && ::fstat(descriptor, &info) == 0 &&
            std::time(nullptr) - info.st_mtime > kAbandoned;
  ::close(descriptor);
  return stale;
}

}  // namespace

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

fs::path temporary_name(const fs::path& target, std::uint32_t random) {
  return folder_of(target) / fmt::format("{}{}-{:0{}x}{}", prefix_of(target), ::getpid(), random, kRandomDigits, kEnding);
}

void clear_leftovers(const fs::path& target) {
  const std::string prefix = prefix_of(target);
  std::error_code trouble, ignored;
  for (fs::directory_iterator entry(folder_of(target), trouble), end; !trouble && entry != end; entry.increment(trouble)) {
    const auto maker = maker_of(entry->path(), prefix);
    if (maker && is_stale(*maker)) fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace guise::table
