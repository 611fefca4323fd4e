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
#include "table/leftovers.h"

namespace guise::table {
namespace fs = std::filesystem;
namespace {

void require_writable(const fs::path& target) {
  std::error_code ignored;
  require(target.has_filename() && !fs::is_directory(target, ignored), "{} is a folder; name a file in it", target.string());
  const fs::path folder = folder_of(target);
  require(fs::exists(folder, ignored), "the folder {} for {} does not exist; make it first", folder.string(),
          target.filename().string());
  require(fs::is_directory(folder, ignored), "{} is not a folder, so {} cannot be written there", folder.string(),
          target.filename().string());
}

/// Group bits are for the members of one group: others get them only where everybody has them.
unsigned without_group(unsigned mode) {
  return (mode & ~070U) | (mode & 07U) << 3;
}

/// A file that replaces another is open to nobody who could not read that: its permissions stay, but what is private is the
/// owner's alone. Of a file that belonged to somebody else no more is taken over than a new file would allow.
void keep_permissions(int descriptor, const fs::path& target, unsigned mode) {
  struct stat old {
  }, made{};
  if (::stat(target.c_str(), &old) != 0 || !S_ISREG(old.st_mode) || ::fstat(descriptor, &made) != 0) return;
  const bool same_owner = old.st_uid == made.st_uid;
  unsigned kept = old.st_mode & (mode == kPrivate ? kPrivate : same_owner ? 0777U : made.st_mode & 0777U);
  const bool same_group = old.st_gid == made.st_gid || (same_owner && ::fchown(descriptor, made.st_uid, old.st_gid) == 0);
  if (!same_group) kept = without_group(kept);
  if (kept != (made.st_mode & 0777U) && ::fchmod(descriptor, kept) != 0)
    fail("{} cannot be written: its permissions cannot be set: {}", target.string(), std::strerror(errno));
}

/// Never over an existing name, not even in a race; -1 and errno when it fails. A link has two names for a moment, which a kill
/// leaves behind: only where the file system knows nothing better.
int rename_to_new(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  if (::link(from.c_str(), to.c_str()) != 0) return -1;
  ::unlink(from.c_str());
  return 0;
}

[[noreturn]] void cannot_write(const fs::path& target) {
  const int reason = errno;  // of the call that failed
  require(reason != EEXIST, "{} exists already and is not overwritten; name another file or move it away", target.string());
  require(reason != EACCES && reason != EPERM && reason != EROFS, "{} cannot be written: {}", target.string(),
          std::strerror(reason));
  fail("{} cannot be written: {}", target.string(), std::strerror(reason));
}

/// The name itself; some file systems cannot, and then there is nothing to be done.
void flush_folder(const fs::path& target) {
  const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void put(int descriptor, std::string_view bytes, const fs::path& target) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) cannot_write(target);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

/// A new file that has no name before it is whole: killed, the run leaves nothing of it. Not all file systems can; false then.
bool write_unnamed(const fs::path& target, std::string_view bytes, unsigned mode) {
#ifdef O_TMPFILE
  struct Unnamed {
    int descriptor;
    ~Unnamed() { ::close(descriptor); }
  };
  const int descriptor = ::open(folder_of(target).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (descriptor < 0) return false;
  const Unnamed file{descriptor};
  put(descriptor, bytes, target);
  if (::fsync(descriptor) != 0) cannot_write(target);
  const std::string unnamed = fmt::format("/proc/self/fd/{}", descriptor);
  if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, target.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    if (errno == EEXIST) cannot_write(target);
    return false;  // without /proc, for one
  }
  flush_folder(target);
  return true;
#else
  (void)target, (void)bytes, (void)mode;
  return false;
#endif
}

}  // namespace

AtomicFile::AtomicFile(fs::path target, unsigned mode) : target_(std::move(target)) {
  require_writable(target_);
  clear_leftovers(target_);
  std::random_device random;  // only to make names differ
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary_ = temporary_name(target_, random());
    name_.emplace(temporary_);
    descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) cannot_write(target_);
    try {
      keep_permissions(descriptor_, target_, mode);
    } catch (...) {
      discard();
      throw;
    }
    // Another run may have taken the file for stale before the lock was there. Some file systems have no locks.
    struct stat info {};
    const bool locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (locked && ::fstat(descriptor_, &info) == 0 && info.st_nlink > 0) return;
    discard();
  }
  fail("no temporary file can be made beside {}", target_.string());
}

AtomicFile::~AtomicFile() {
  content_.reset();  // what is under way is written before the file goes
  if (descriptor_ >= 0) discard();
}

void AtomicFile::discard() {
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

void AtomicFile::write(std::string_view bytes) {
  if (!content_) content_.emplace(descriptor_, target_.string());
  content_->write(bytes);
}

void AtomicFile::write_through(std::string_view bytes) {
  put(descriptor_, bytes, target_);
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
  struct stat info {};
  const bool locked = descriptor >= 0 && (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
  const bool alike = locked && ::fstat(descriptor_, &info) == 0 && ::fchown(descriptor, info.st_uid, info.st_gid) == 0 &&
                     ::fchmod(descriptor, info.st_mode & 0777U) == 0;
  if (!alike || ::rename(file.c_str(), temporary_.c_str()) != 0) {
    const int reason = errno;
    if (descriptor >= 0) ::close(descriptor);
    fail("{} cannot be written: {}", target_.string(), std::strerror(reason));
  }
  ::close(descriptor_);
  descriptor_ = descriptor;
}

void AtomicFile::commit(bool overwrite) {
  flush();
  name_->give_up([&] {
    const int done = overwrite ? ::rename(temporary_.c_str(), target_.c_str()) : rename_to_new(temporary_, target_);
    if (done != 0) cannot_write(target_);
  });
  ::close(descriptor_);
  descriptor_ = -1;
  flush_folder(target_);
}

void write_file(const fs::path& target, std::string_view bytes, unsigned mode, bool overwrite) {
  if (!overwrite) {
    require_writable(target);
    clear_leftovers(target);
    if (write_unnamed(target, bytes, mode)) return;
  }
  AtomicFile file(target, mode);
  file.write_through(bytes);
  file.commit(overwrite);
}

}  // namespace guise::table
