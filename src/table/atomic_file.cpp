// SPDX-License-Identifier: Apache-2.0
#include "table/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <system_error>

#include "base/error.h"

namespace guise::table {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEnding = ".tmp";  // what DuckDB needs beside the temporary file is named after it, with more behind

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

std::string prefix_of(const fs::path& target) {
  return fmt::format(".{}.guise-", target.filename().string());
}

void require_writable(const fs::path& target) {
  std::error_code ignored;
  require(target.has_filename() && !fs::is_directory(target, ignored), "{} is a folder; name a file in it", target.string());
  const fs::path folder = folder_of(target);
  require(fs::exists(folder, ignored), "the folder {} for {} does not exist; make it first", folder.string(),
          target.filename().string());
  require(fs::is_directory(folder, ignored), "{} is not a folder, so {} cannot be written there", folder.string(),
          target.filename().string());
}

/// Nobody holds the lock of this temporary file: the run that made it is gone.
bool is_stale(const fs::path& temporary) {
  const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return errno == ENOENT;
  const bool free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return free;
}

void clear_stale(const fs::path& target) {
  const std::string prefix = prefix_of(target);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_of(target), ignored)) {
    const std::string name = entry.path().filename().string();
    const auto ending = name.find(kEnding, prefix.size());
    if (!name.starts_with(prefix) || ending == std::string::npos) continue;
    if (is_stale(entry.path().parent_path() / name.substr(0, ending + kEnding.size()))) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

AtomicFile::AtomicFile(fs::path target, unsigned mode) : target_(std::move(target)) {
  require_writable(target_);
  clear_stale(target_);
  std::random_device random;  // only to make names differ
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary_ = folder_of(target_) / fmt::format("{}{}-{:08x}{}", prefix_of(target_), ::getpid(), random(), kEnding);
    descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) {
      require(errno != EACCES && errno != EPERM && errno != EROFS, "{} cannot be written: {}", target_.string(),
              std::strerror(errno));
      fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
    }
    struct stat info {};
    // Another run may have taken the file for stale before the lock was there.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor_, &info) == 0 && info.st_nlink > 0) return;
    ::close(descriptor_);
  }
  fail("no temporary file can be made beside {}", target_.string());
}

AtomicFile::~AtomicFile() {
  content_.reset();  // what is under way is written before the file goes
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
}

void AtomicFile::write(std::string_view bytes) {
  if (!content_) content_.emplace(descriptor_, target_.string());
  content_->write(bytes);
}

void AtomicFile::overwrite_start(std::string_view bytes) {
  content_->drain();
  const ssize_t done = ::pwrite(descriptor_, bytes.data(), bytes.size(), 0);
  if (done != static_cast<ssize_t>(bytes.size())) fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
}

void AtomicFile::flush() {
  if (content_) content_->drain();
  if (::fsync(descriptor_) != 0) fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
}

void AtomicFile::adopt(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  const bool locked = descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if (!locked || ::rename(file.c_str(), temporary_.c_str()) != 0) {
    const int reason = errno;
    if (descriptor >= 0) ::close(descriptor);
    fail("{} cannot be written: {}", target_.string(), std::strerror(reason));
  }
  ::close(descriptor_);
  descriptor_ = descriptor;
}

void AtomicFile::commit(bool overwrite) {
  flush();
  if (overwrite) {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
  } else {  // a link is never made over an existing name, not even in a race
    if (::link(temporary_.c_str(), target_.c_str()) != 0) {
      require(errno != EEXIST, "{} exists already and is not overwritten; name another file or move it away", target_.string());
      fail("{} cannot be written: {}", target_.string(), std::strerror(errno));
    }
    ::unlink(temporary_.c_str());
  }
  ::close(descriptor_);
  descriptor_ = -1;
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);  // the name itself; some file systems cannot, and then there is nothing to be done
    ::close(folder);
  }
}

void write_file(const fs::path& target, std::string_view bytes, unsigned mode, bool overwrite) {
  AtomicFile file(target, mode);
  file.write(bytes);
  file.commit(overwrite);
}

}  // namespace guise::table
