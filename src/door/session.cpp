// SPDX-License-Identifier: Apache-2.0
#include "door/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace guise::door {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kScheme = "memory:";

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_named(char c) {
  return is_plain(c) || c == '.';
}

fs::path place_for_folders() {
  const fs::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK | X_OK) == 0 ? memory : fs::temp_directory_path();
}

std::string stem() {
  return fmt::format("guise-{}-", ::getuid());
}

/// A folder without a living process that locks it.
void remove_leftovers(const fs::path& place) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place, ignored)) {
    if (!entry.path().filename().string().starts_with(stem())) continue;
    const int lock = ::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) continue;
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
    ::close(lock);
  }
}

/// Whether the path still leads to what was opened.
bool is_there(const fs::path& path, int opened) {
  struct stat named {
  }, held{};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(opened, &held) == 0 && named.st_ino == held.st_ino &&
         named.st_dev == held.st_dev;
}

}  // namespace

PrivateFolder::PrivateFolder() {
  const fs::path place = place_for_folders();
  remove_leftovers(place);
  // Another process may take the folder for a leftover before it is locked: then there is another one.
  constexpr int kMostTries = 100;
  for (int i = 0; i < kMostTries; ++i) {
    std::string name = (place / (stem() + "XXXXXX")).string();
    if (!::mkdtemp(name.data())) fail("no private folder can be made in {}: {}", place.string(), std::strerror(errno));
    lock_ = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    path_ = name;
    if (lock_ >= 0 && ::flock(lock_, LOCK_SH | LOCK_NB) == 0 && is_there(path_, lock_)) return;
    if (lock_ >= 0) ::close(lock_);
    lock_ = -1;
  }
  fail("no private folder in {} can be locked: {}", place.string(), std::strerror(errno));
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace guise::door

using guise::require;
using guise::door::is_named;
using guise::door::is_plain;
using guise::door::kScheme;

guise_session::~guise_session() {
  for (const std::string& path : names) guise::table::forget_memory(path);
}

std::string guise_session::path_of(const std::string& name) const {
  require(!name.empty() && is_plain(name[0]) && std::all_of(name.begin(), name.end(), is_named),
          "a name in memory is made of letters, digits, _ and, for files, a full stop; got '{}'", name);
  const bool file = name.find('.') != std::string::npos;
  return (folder.path() / (file ? name : name + guise::table::kMemoryEnding)).string();
}

std::string guise_session::with_paths(const std::string& text) const {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(kScheme, at), text.size());
    out.append(text, at, found - at);
    at = found;
    if (at == text.size()) break;
    // Behind a letter it belongs to another word; and a file may be called like that.
    const std::size_t begin = at + kScheme.size();
    std::size_t end = begin;
    while (end < text.size() && is_named(text[end])) ++end;
    if (end == begin || !is_plain(text[begin]) || (at > 0 && is_named(text[at - 1]))) {
      out += kScheme;
      at = begin;
    } else {
      const std::string name = text.substr(begin, end - begin), whole = path_of(name);
      // "release.card.json" of a table "release" is a file beside it.
      const std::size_t dot = name.find('.');
      const std::string table = path_of(name.substr(0, dot));
      out += dot != std::string::npos && names.contains(table) ? table + name.substr(dot) : whole;
      at = end;
    }
  }
  return out;
}

std::string guise_session::with_names(const std::string& text) const {
  const std::string before = folder.path().string() + "/", ending = guise::table::kMemoryEnding;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(before, at), text.size());
    out.append(text, at, found - at);
    at = found;
    if (at == text.size()) break;
    out += kScheme;
    std::size_t end = at += before.size();
    while (end < text.size() && is_plain(text[end])) ++end;
    out.append(text, at, end - at);
    at = text.compare(end, ending.size(), ending) == 0 ? end + ending.size() : end;
  }
  return out;
}
