// SPDX-License-Identifier: Apache-2.0
#include "random/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace guise::random {
namespace {

constexpr std::size_t kMostBytes = 4096;  // far more than any version of these formats needs

class File {
 public:
  File(const std::string& name, const PrivateKind& kind)
      : descriptor_(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0 && errno == ENOENT)
      refuse("{} {} does not exist; check the name, or {}", kind.noun, name, kind.if_absent);
    require(descriptor_ >= 0 || errno != EACCES, "{} {} cannot be opened: {}", kind.noun, name, std::strerror(errno));
    if (descriptor_ < 0) fail("{} {} cannot be opened: {}", kind.noun, name, std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

PrivateFile::PrivateFile(const std::filesystem::path& path, const PrivateKind& kind)
    : name_(path.string()), noun_(kind.noun), text_(kMostBytes) {
  const File file(name_, kind);
  struct stat found {};
  if (::fstat(file.descriptor(), &found) != 0) fail("{} {} cannot be read: {}", noun_, name_, std::strerror(errno));
  require(S_ISREG(found.st_mode), "{} {} is not a regular file; name the file that {} made", noun_, name_, kind.maker);
  if (!text_.read(file.descriptor())) fail("{} {} cannot be read: {}", noun_, name_, std::strerror(errno));
  mode_ = found.st_mode;
}

void PrivateFile::require_private() const {
  require((mode_ & 077) == 0,
          "{} {} has permissions {:04o}, so users besides its owner may read or change it; run: chmod 600 {}", noun_, name_,
          static_cast<unsigned>(mode_ & 07777), name_);
}

bool begins_with(const std::filesystem::path& file, std::string_view letters) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  SecretText start(letters.size());  // no more of it than that
  const bool read = start.read(descriptor);
  ::close(descriptor);
  return read && std::string_view(start) == letters;
}

}  // namespace guise::random
