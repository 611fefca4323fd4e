// SPDX-License-Identifier: Apache-2.0
#include "table/write_behind.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "base/error.h"

namespace guise::table {
namespace {

constexpr std::size_t kWritten = 4 << 20;
// Disks take what is aligned to their blocks, and memory to its pages, which are 64 KiB on some machines.
constexpr std::size_t kAlignment = 64 << 10;
static_assert(kWritten % kAlignment == 0);

/// Lets the disk write the last bytes while the next ones come, so that fsync has little left to wait for.
void start_writing(int descriptor, off_t bytes) {
#ifdef SYNC_FILE_RANGE_WRITE
  const off_t end = ::lseek(descriptor, 0, SEEK_CUR);
  ::sync_file_range(descriptor, end - bytes, bytes, SYNC_FILE_RANGE_WRITE);  // only advice: fsync sees what fails
#else
  (void)descriptor, (void)bytes;
#endif
}

}  // namespace

WriteBehind::WriteBehind(int descriptor, std::string name, std::int64_t through_cache)
    : descriptor_(descriptor), name_(std::move(name)), through_cache_(through_cache) {}

WriteBehind::~WriteBehind() {
  if (under_way_.valid()) under_way_.wait();
}

void WriteBehind::bypass_cache(bool yes) {
#ifdef O_DIRECT
  const int flags = ::fcntl(descriptor_, F_GETFL);
  const bool done = flags >= 0 && ::fcntl(descriptor_, F_SETFL, yes ? flags | O_DIRECT : flags & ~O_DIRECT) == 0;
  bypasses_ = yes && done;  // some file systems cannot
#endif
  may_bypass_ = may_bypass_ && bypasses_ == yes;
}

void WriteBehind::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EINVAL && bypasses_) {  // some say so only now, and the rest of a piece is no longer aligned
      bypass_cache(false);
      may_bypass_ = false;
      continue;
    }
    if (done < 0) fail("{} cannot be written: {}", name_, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void WriteBehind::wait() {
  if (under_way_.valid()) std::exchange(under_way_, {}).get();
}

/// The piece that is full.
void WriteBehind::send() {
  wait();
  std::swap(filling_, sent_);
  filled_ = 0;
  if (may_bypass_ && !bypasses_ && written_ >= through_cache_) bypass_cache(true);
  written_ += kWritten;
  under_way_ = std::async(std::launch::async, [this] {
    put({sent_.get(), kWritten});
    if (!bypasses_) start_writing(descriptor_, kWritten);
  });
}

void WriteBehind::write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!filling_) {
      filling_.reset(static_cast<char*>(std::aligned_alloc(kAlignment, kWritten)));
      if (!filling_) throw std::bad_alloc();
    }
    const std::size_t count = std::min(bytes.size(), kWritten - filled_);
    std::memcpy(filling_.get() + filled_, bytes.data(), count);
    filled_ += count;
    bytes.remove_prefix(count);
    if (filled_ == kWritten) send();
  }
}

void WriteBehind::drain() {
  wait();
  if (bypasses_) bypass_cache(false);
  if (filled_ == 0) return;
  may_bypass_ = false;  // what follows is not aligned
  put({filling_.get(), std::exchange(filled_, 0)});
}

}  // namespace guise::table
